import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { LoadState } from '../decodeConfig.js'
import {
  type ConfiguredPlugin,
  type FailedPlugin,
  type Generation,
  generationOf,
  type HarnessFound,
  type HarnessSetup,
} from '../HarnessSetup.js'
import { askConfig, type Asked } from './askConfig.js'
import type { SetupSettings } from './configSources.js'
import { serverFileOf } from './locatePlugin.js'
import { isOurs, loadedOnce, namedIn, type NamedPlugin } from './NamedPlugin.js'
import { type ConfiguredSetup, readConfigured } from './readConfigured.js'
import { seenElsewhere } from './seenElsewhere.js'

/**
 * What the harness's config is: the harness is asked, and where it does not answer its files are read. The plugins that are ours are
 * loaded, which runs the top level of their files in this process, so whether one is ours is read in the file first.
 */
export const readSetup = async (settings: SetupSettings, harness: HarnessFound): Promise<HarnessSetup> => {
  const asked = await askConfig(harness, settings)
  const generation = harness._tag === 'found' && generationOf(harness.version) === 2 ? 2 : 1
  const { plugins, ...setup } = preferAnswer(asked, readConfigured(settings, generation), settings, generation)
  return {
    ...setup,
    generation,
    failed: asked._tag === 'answered' ? failedOf(asked.loaded) : null,
    source: sourceOf(asked),
    agents: asked._tag === 'refused' || setup.unreadable.length > 0 ? null : setup.agents,
    elsewhere: plugins.length > 0 || generation === 2 ? [] : [...setup.elsewhere, ...seenElsewhere(settings)],
    plugins: await Promise.all(plugins.map((plugin) => loadNamed(plugin, generation))),
  }
}

/** What the harness answered is preferred to what its files say. */
const preferAnswer = (
  asked: Asked,
  read: ConfiguredSetup,
  settings: SetupSettings,
  generation: Generation,
): ConfiguredSetup => {
  if (asked._tag === 'refused') return { ...read, unreadable: [] }
  if (asked._tag === 'no-answer') return read
  const named = asked.plugins.map((entry) => namedIn(entry, settings, generation))
  return {
    ...read,
    unreadable: [],
    agents: asked.agents,
    plugins:
      generation === 1
        ? loadedOnce(named.map((plugin, at) => withFile(plugin, asked.plugins[at]?.source ?? null, asked.path, read)))
        : [...inFolders(read), ...named.filter((plugin) => isOurs(plugin, 2))],
  }
}

/** 1.x names only the folder of its own config; the files know which file it was. */
const withFile = (plugin: NamedPlugin, source: string | null, path: string, read: ConfiguredSetup): NamedPlugin => ({
  ...plugin,
  from: read.plugins.find((other) => isSame(other, plugin))?.from ?? source ?? path,
})

const isSame = (plugin: NamedPlugin, { spec, target }: NamedPlugin): boolean =>
  plugin.spec === spec ||
  (plugin.target._tag === 'file' && target._tag === 'file' && plugin.target.path === target.path)

/** 2.x names the documents of its config, and not the folders of plugins: those are as the files have them. */
const inFolders = ({ plugins }: ConfiguredSetup): ReadonlyArray<NamedPlugin> =>
  plugins.filter(({ from }) => /[\\/]plugins?$/.test(from))

/** A plugin whose id was taken already is reported with the copies. */
const failedOf = (loaded: ReadonlyArray<LoadState> | null): ReadonlyArray<FailedPlugin> | null =>
  loaded?.flatMap(({ path, failure }) =>
    failure === null || path === null || failure.startsWith('Duplicate plugin ID')
      ? []
      : [
          {
            path,
            why: failure,
            isOurs: isOurs({ spec: path, target: { _tag: 'file', path: serverFileOf(path) ?? path } }, 2),
          },
        ],
  ) ?? null

const sourceOf = (asked: Asked): HarnessSetup['source'] => {
  switch (asked._tag) {
    case 'answered':
      return { _tag: 'harness', path: asked.path }
    case 'refused':
      return { _tag: 'refused', where: asked.where, what: asked.what }
    case 'no-answer':
      return { _tag: 'files', why: asked.why }
  }
}

/** Loads a plugin that a config names, to see whether the harness would. */
export const loadNamed = async (
  { target, ...plugin }: NamedPlugin,
  generation: Generation,
): Promise<ConfiguredPlugin> => {
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

/**
 * Whether a plugin's file has the shape that the harness loads: on 1.x one exported function, the default; on 2.x an object with its
 * own `id` and `setup` as the default. Importing it
 * runs the top level of the file, with this user's permissions; the function itself is not called.
 */
export const loadPlugin = async (
  file: string,
  generation: Generation,
): Promise<{ readonly ok: boolean; readonly detail: string }> => {
  if (!existsSync(file)) return { ok: false, detail: 'the file is not there' }
  try {
    const loaded: unknown = await import(pathToFileURL(file).href)
    if (generation === 2) return shape2((loaded as { readonly default?: unknown }).default)
    const exported = Object.entries(loaded as Readonly<Record<string, unknown>>)
    const isOneFunction =
      exported.length === 1 && exported[0]?.[0] === 'default' && typeof exported[0][1] === 'function'
    return isOneFunction
      ? { ok: true, detail: '' }
      : { ok: false, detail: 'it has to export one function, as its default, and nothing else' }
  } catch (error) {
    return { ok: false, detail: error instanceof Error ? error.message : String(error) }
  }
}

const shape2 = (loaded: unknown): { readonly ok: boolean; readonly detail: string } => {
  const isObject = typeof loaded === 'object' && loaded !== null && Object.getPrototypeOf(loaded) === Object.prototype
  const { id, setup } = isObject ? (loaded as { readonly id?: unknown; readonly setup?: unknown }) : {}
  return typeof id === 'string' && typeof setup === 'function'
    ? { ok: true, detail: '' }
    : {
        ok: false,
        detail:
          'the harness 2.x takes an object with id and setup as the default export; a file for 1.x only does not load there',
      }
}
