import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readTextOrNull } from '../../live/readOrNull.js'
import type { PluginEntry } from '../decodeConfig.js'
import type { ConfiguredPlugin, Generation } from '../HarnessSetup.js'
import type { SetupSettings } from './configSources.js'
import { locatePlugin, packageName, type PluginTarget, serverFileOf } from './locatePlugin.js'

/** A plugin that is configured, and what its spec leads to. */
export interface NamedPlugin extends Pick<ConfiguredPlugin, 'spec' | 'from' | 'options'> {
  readonly target: PluginTarget
}

/** A plugin that a config names. Paths start at the folder of the config, or at the working folder where the config is not known. */
export const namedIn = (
  { spec, options, source }: PluginEntry,
  settings: SetupSettings,
  generation: Generation,
): NamedPlugin => ({
  spec,
  options,
  from: source ?? settings.directory,
  target: locatePlugin(spec, source === null ? settings.directory : dirname(source), settings, generation),
})

/** The plugins that lie in the folders `plugin` and `plugins` of a config folder: scripts, and on 2.x folders with an entry file. */
export const dropIns = (folder: string, generation: Generation): ReadonlyArray<NamedPlugin> =>
  ['plugin', 'plugins'].flatMap((name) =>
    filesIn(join(folder, name), generation).map((path) => ({
      spec: path,
      from: join(folder, name),
      options: undefined,
      target: { _tag: 'file', path } as const,
    })),
  )

const filesIn = (folder: string, generation: Generation): ReadonlyArray<string> => {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return generation === 1 ? [] : (serverFileOf(path) ?? [])
      return /\.[jt]s$/.test(entry.name) ? [path] : []
    })
  } catch {
    return []
  }
}

/** Of the plugins that a harness 1.x loads, those that are ours. It loads a file or package once, however often it is named: as it is named last. */
export const loadedOnce = (plugins: ReadonlyArray<NamedPlugin>): ReadonlyArray<NamedPlugin> =>
  plugins
    .filter((plugin, place) => plugins.findLastIndex((other) => keyOf(other) === keyOf(plugin)) === place)
    .filter((plugin) => isOurs(plugin, 1))

const keyOf = ({ spec, target }: NamedPlugin): string =>
  target._tag === 'file' ? target.path : target._tag === 'package' ? packageName(spec) : spec

type Spec = Pick<NamedPlugin, 'spec' | 'target'>

/**
 * Whether a plugin is ours. Every copy of ours has the closing marker of the block in its file. What cannot be read is judged by its
 * name. On 2.x the file of a folder may only re-export the one that holds the plugin.
 */
export const isOurs = ({ spec, target }: Spec, generation: Generation): boolean => {
  if (hasMarker({ spec, target })) return true
  if (generation === 1) return false
  if (target._tag === 'nowhere') return /(?:active-mode|harness-adapter)/.test(spec)
  if (target.path === null) return false
  const led = /^export .* from ['"](\.[^'"]+)['"]/m.exec(readTextOrNull(target.path) ?? '')?.[1]
  return led !== undefined && hasMarker({ spec, target: { _tag: 'file', path: join(dirname(target.path), led) } })
}

const hasMarker = ({ spec, target }: Spec): boolean => {
  const text = target._tag === 'nowhere' || target.path === null ? null : readTextOrNull(target.path)
  // In a URL the hyphen may be escaped, well or badly.
  return text === null
    ? /(?:^|[/@])active(?:-|%[^/]{2})mode(?:[/@.]|$)/.test(spec)
    : text.includes('<!-- /active-mode -->')
}
