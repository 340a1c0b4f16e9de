import { dirname } from 'node:path'
import type { LoadState } from '../decodeConfig2.js'
import { generationOf, type HarnessFound } from '../HarnessFound.js'
import type { ConfiguredPlugin, FailedPlugin, HarnessSetup } from '../HarnessSetup.js'
import { askConfig, type Asked } from './askConfig.js'
import type { SetupSettings } from './configSources.js'
import { loadPlugin } from './loadPlugin.js'
import { locatePlugin } from './locatePlugin.js'
import { entryOf2 } from './locatePlugin2.js'
import { type ConfiguredSetup, type NamedPlugin, oursAmong, readConfigured } from './readConfigured.js'
import { isOurs2, named2, readConfigured2 } from './readConfigured2.js'
import { seenElsewhere } from './seenElsewhere.js'

/**
 * What the harness's config is: the harness is asked, and where it gives no answer its files are read. The plugins that are ours are
 * loaded, which runs the top level of their files, here and now; so whether one is ours is read in the file itself first.
 */
export const readSetup = async (settings: SetupSettings, harness: HarnessFound): Promise<HarnessSetup> => {
  const asked = await askConfig(harness, settings)
  const generation = harness._tag === 'found' && generationOf(harness.version) === 2 ? 2 : 1
  const { plugins, ...setup } =
    generation === 2
      ? configuredBy2(asked, readConfigured2(settings), settings)
      : configuredBy(asked, readConfigured(settings), settings)
  return {
    ...setup,
    generation,
    failed: asked._tag === 'answered-2' ? failedOf(asked.loaded) : null,
    source: sourceOf(asked),
    agents: asked._tag === 'refused' || setup.unreadable.length > 0 ? null : setup.agents,
    elsewhere: plugins.length > 0 || generation === 2 ? [] : [...setup.elsewhere, ...seenElsewhere(settings)],
    plugins: await Promise.all(plugins.map((plugin) => load(plugin, generation))),
  }
}

/** What the harness says goes before what its files say. It names the folder of its own config only, and the files know which one it was. */
const configuredBy = (asked: Asked, read: ConfiguredSetup, settings: SetupSettings): ConfiguredSetup => {
  if (asked._tag !== 'answered') return asked._tag === 'refused' ? { ...read, unreadable: [] } : read
  const plugins = asked.plugins.map(({ spec, options, source }): NamedPlugin => {
    const target = locatePlugin(spec, source === null ? settings.directory : dirname(source), settings)
    return {
      spec,
      options,
      target,
      from: read.plugins.find((plugin) => isSame(plugin, spec, target))?.from ?? source ?? asked.path,
    }
  })
  return { ...read, unreadable: [], plugins: oursAmong(plugins), agents: asked.agents }
}

/** A harness 2.x names the documents of its config, and the folders of plugins are as they lie there. */
const configuredBy2 = (asked: Asked, read: ConfiguredSetup, settings: SetupSettings): ConfiguredSetup => {
  if (asked._tag !== 'answered-2') return read
  const inFolders = read.plugins.filter(({ from }) => /[\\/]plugins?$/.test(from))
  const named = asked.plugins
    .map(({ spec, options, source }) => named2(spec, options, source, settings))
    .filter(isOurs2)
  return { ...read, unreadable: [], plugins: [...inFolders, ...named], agents: asked.agents }
}

/** One that carries an id that is taken already was passed over, and is told with the copies. */
const failedOf = (loaded: ReadonlyArray<LoadState>): ReadonlyArray<FailedPlugin> =>
  loaded.flatMap(({ path, failure }) =>
    failure === null || path === null || failure.startsWith('Duplicate plugin ID')
      ? []
      : [
          {
            path,
            why: failure,
            isOurs: isOurs2({ spec: path, target: { _tag: 'file', path: entryOf2(path) ?? path } }),
          },
        ],
  )

const isSame = (plugin: NamedPlugin, spec: string, target: NamedPlugin['target']): boolean =>
  plugin.spec === spec ||
  (plugin.target._tag === 'file' && target._tag === 'file' && plugin.target.path === target.path)

const sourceOf = (asked: Asked): HarnessSetup['source'] => {
  switch (asked._tag) {
    case 'answered':
    case 'answered-2':
      return { _tag: 'harness', path: asked.path }
    case 'refused':
      return { _tag: 'refused', where: asked.where, what: asked.what }
    case 'no-answer':
      return { _tag: 'files', why: asked.why }
  }
}

const load = async ({ target, ...plugin }: NamedPlugin, generation: 1 | 2): Promise<ConfiguredPlugin> => {
  switch (target._tag) {
    case 'package':
      return {
        ...plugin,
        isPackage: true,
        file: target.path,
        loads: target.path === null ? null : await loadPlugin(target.path, generation),
      }
    case 'nowhere':
      return { ...plugin, isPackage: false, file: null, loads: { ok: false, detail: target.why } }
    case 'file':
      return { ...plugin, isPackage: false, file: target.path, loads: await loadPlugin(target.path, generation) }
  }
}
