import { existsSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { elementsOf } from '../../Fields.js'
import { namesIn } from '../../live/readOrNull.js'
import { pluginEntry } from '../decodeConfig.js'
import type { SeenElsewhere } from '../HarnessSetup.js'
import { configFolder, configSources, ownFolder, projectFolders, type SetupSettings } from './configSources.js'
import { readConfigFile } from './configText.js'
import { locatePlugin } from './locatePlugin.js'
import { isOurs } from './NamedPlugin.js'

/** Where people name the plugin, or put it, and the harness does not look (version 1.18.33). Looked for only where it is loaded from nowhere. */
export const seenElsewhere = (settings: SetupSettings): ReadonlyArray<SeenElsewhere> => {
  const right = join(configFolder(settings), 'opencode.json')
  const read = configSources(settings).flatMap((source) => (source._tag === 'files' ? source.paths : []))
  return [
    ...read.flatMap((file) =>
      named(file, 'plugins', settings).map((spec) => ({
        where: file,
        why: 'it names the plugin under "plugins", and this harness reads "plugin"',
        remedy: `Write "plugin": [${JSON.stringify(spec)}] in place of "plugins" in ${file}.`,
        passedBy: isThere(spec, file, settings) ? spec : null,
      })),
    ),
    ...otherFiles(settings)
      .filter((file) => !read.includes(file))
      .flatMap((file) =>
        ['plugin', 'plugins'].flatMap((key) =>
          named(file, key, settings).map((spec) => ({
            where: file,
            why: isOfScreen(file) ? 'that file is for plugins of the screen' : 'the harness does not read that file',
            remedy: `Write "plugin": [${JSON.stringify(spec)}] into ${right}.`,
            passedBy: null,
          })),
        ),
      ),
    ...pluginFolders(settings).flatMap((folder) => misplaced(folder)),
  ]
}

const isOfScreen = (file: string): boolean => basename(file).startsWith('tui.')

/** The specs of ours under a key of a config file. */
const named = (file: string, key: string, settings: SetupSettings): ReadonlyArray<string> => {
  const config = existsSync(file) ? readConfigFile(file, settings, 1) : E.left('')
  const list = E.isRight(config) ? config.right[key] : undefined
  return elementsOf(list)
    .flatMap((entry) => pluginEntry(entry, file))
    .flatMap(({ spec }) => (isOurs({ spec, target: locatePlugin(spec, dirname(file), settings, 1) }, 1) ? [spec] : []))
}

const isThere = (spec: string, file: string, settings: SetupSettings): boolean => {
  const target = locatePlugin(spec, dirname(file), settings, 1)
  return target._tag !== 'nowhere' && target.path !== null && existsSync(target.path)
}

const otherFiles = (settings: SetupSettings): ReadonlyArray<string> => {
  const own = ownFolder(settings)
  const folders = [
    ...new Set([
      own,
      configFolder(settings),
      join(settings.home, '.opencode'),
      ...projectFolders(settings).flatMap((folder) => [folder, join(folder, '.opencode')]),
    ]),
  ]
  return [
    ...folders.flatMap((folder) =>
      ['tui.json', 'tui.jsonc', 'config.json', 'config.jsonc', '.opencode.json'].map((name) => join(folder, name)),
    ),
    ...[dirname(own), settings.home].flatMap((folder) =>
      ['opencode.json', 'opencode.jsonc', '.opencode.json'].map((name) => join(folder, name)),
    ),
  ]
}

const pluginFolders = (settings: SetupSettings): ReadonlyArray<string> => [
  ...new Set(
    [
      ...configSources(settings).flatMap((source) => (source._tag === 'folder' ? [source.path] : [])),
      ...projectFolders(settings),
    ].flatMap((folder) => [join(folder, 'plugin'), join(folder, 'plugins')]),
  ),
]

/** Copies in a plugin folder that the harness ignores: with another file ending, one folder too deep, or in a folder `plugin` outside of `.opencode`. */
const misplaced = (folder: string): ReadonlyArray<SeenElsewhere> => {
  const right =
    basename(dirname(folder)) === '.opencode' || basename(dirname(folder)) === 'opencode'
      ? folder
      : join(dirname(folder), '.opencode', basename(folder))
  return [...scriptsIn(folder), ...subfolders(folder).flatMap(scriptsIn)]
    .filter((file) => isOurs({ spec: file, target: { _tag: 'file', path: file } }, 1))
    .map((file) => ({
      where: file,
      why: `the harness loads files that end in .js or .ts and lie right in ${right}`,
      remedy: `Move it: mv ${file} ${join(right, basename(file).replace(/\.[cm]?([jt]s)$/, '.$1'))}`,
      passedBy: null,
    }))
}

const scriptsIn = (folder: string): ReadonlyArray<string> =>
  pathsIn(folder).filter((path) => /\.[cm]?[jt]s$/.test(path) && !isFolder(path))

const subfolders = (folder: string): ReadonlyArray<string> =>
  pathsIn(folder).filter((path) => basename(path) !== 'node_modules' && isFolder(path))

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

const pathsIn = (folder: string): ReadonlyArray<string> => namesIn(folder).map((name) => join(folder, name))
