import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { elementsOf, type Fields } from '../../Fields.js'
import { Refusal } from '../../Io.js'
import { pluginEntries, pluginEntry } from '../../setup/decodeConfig.js'
import type { Generation } from '../../setup/HarnessSetup.js'
import {
  configFolder,
  type ConfigSource,
  configSources,
  projectFolders,
  type SetupSettings,
} from '../../setup/live/configSources.js'
import { parseConfig, readConfigFile } from '../../setup/live/configText.js'
import { packageName } from '../../setup/live/locatePlugin.js'
import { dropIns, isOurs, namedIn, type NamedPlugin } from '../../setup/live/NamedPlugin.js'
import type { MachinePlugin } from '../MachinePlugin.js'

/** The places that a generation of the harness reads, in its order. */
export const sourcesOf = (settings: SetupSettings, generation: Generation): ReadonlyArray<ConfigSource> => {
  if (generation === 1) return configSources(settings)
  const projects = projectFolders(settings).toReversed()
  const own = configFolder(settings)
  const folders = [own, ...projects.map((path) => join(path, '.opencode'))]
  return [
    ...folders.map((path): ConfigSource => ({ _tag: 'folder', path })),
    ...[...new Set([own, ...projects.flatMap((path) => [path, join(path, '.opencode')])])].map(
      (folder): ConfigSource => ({
        _tag: 'files',
        paths: ['opencode.json', 'opencode.jsonc'].map((name) => join(folder, name)),
      }),
    ),
  ]
}

/** A config file as its text says, with what it refers to put in. Where it cannot be read the harness would not start as it does at home, so that is a refusal. */
export const configOrRefuse = (
  source: string | { readonly path: string; readonly text: string },
  settings: SetupSettings,
  generation: Generation,
): Fields => {
  const [path, config] =
    typeof source === 'string'
      ? [source, readConfigFile(source, settings, generation)]
      : [source.path, parseConfig(source.text, dirname(source.path), settings, generation)]
  if (E.isRight(config)) return config.right
  throw new Refusal(`the config ${path} cannot be read: ${config.left}; correct it, then run active-mode verify again`)
}

/** The plugins that the harness on this machine is told to load, in the order in which it loads them. Runs none of them. */
export const machinePlugins = (settings: SetupSettings, generation: Generation): ReadonlyArray<MachinePlugin> => {
  const found = sourcesOf(settings, generation)
    .flatMap((source) => pluginsOf(source, settings, generation))
    .map((plugin): MachinePlugin => ({
      ...plugin,
      key: keyOf(plugin),
      isOurs: isOurs(plugin, generation),
      isThere: isThere(plugin),
    }))
  // 1.x loads what is named twice once, as it is named last.
  return generation === 1
    ? found.filter(({ key }, place) => found.findLastIndex((other) => other.key === key) === place)
    : found
}

const isThere = ({ target }: NamedPlugin): boolean =>
  target._tag !== 'nowhere' && target.path !== null && existsSync(target.path)

const pluginsOf = (
  source: ConfigSource,
  settings: SetupSettings,
  generation: Generation,
): ReadonlyArray<NamedPlugin> => {
  switch (source._tag) {
    case 'folder':
      return dropIns(source.path, generation)
    case 'inline':
      return named(configOrRefuse(source, settings, generation), source.path, settings, generation)
    case 'files': {
      const lists = source.paths
        .filter((path) => existsSync(path))
        .map((path) => named(configOrRefuse(path, settings, generation), path, settings, generation))
      // Of files that 1.x merges the last list counts.
      return generation === 1 ? (lists.findLast((list) => list.length > 0) ?? []) : lists.flat()
    }
  }
}

const named = (
  config: Fields,
  path: string,
  settings: SetupSettings,
  generation: Generation,
): ReadonlyArray<NamedPlugin> =>
  (generation === 1
    ? elementsOf(config['plugin']).flatMap((entry) => pluginEntry(entry, path))
    : pluginEntries(config, path)
  ).map((entry) => namedIn(entry, settings, generation))

/** What a plugin is known by, whichever config names it. */
export const keyOf = ({ spec, target }: Pick<NamedPlugin, 'spec' | 'target'>): string =>
  target._tag === 'file' ? target.path : target._tag === 'package' ? packageName(spec) : spec
