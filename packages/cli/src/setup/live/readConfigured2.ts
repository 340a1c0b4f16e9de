import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { type Fields, fieldsOf } from '../../store/storeTurns.js'
import { configuredAgents } from '../configuredAgents.js'
import { pluginsOf2 } from '../decodeConfig2.js'
import { agentsInFolder } from './agentFiles.js'
import { configFolder, projectFolders, type SetupSettings } from './configSources.js'
import { readConfigFile } from './configText.js'
import { entryOf2, locatePlugin2 } from './locatePlugin2.js'
import { type ConfiguredSetup, isOurs, type NamedPlugin } from './readConfigured.js'

/**
 * Reads what the config files of a harness 2.x say of plugins and agents (2.0.15). It has one folder of its own, which `OPENCODE_CONFIG_DIR`
 * replaces, and those of the project. Plugins that lie in a folder come before those that a config names, and of one id the first counts.
 */
export const readConfigured2 = (settings: SetupSettings): ConfiguredSetup => {
  const projects = projectFolders(settings).toReversed()
  const folders = [configFolder(settings), ...projects.map((path) => join(path, '.opencode'))]
  const paths = [configFolder(settings), ...projects.flatMap((path) => [path, join(path, '.opencode')])].flatMap(
    (folder) => ['opencode.json', 'opencode.jsonc'].map((name) => join(folder, name)),
  )
  const read = [...new Set(paths)]
    .filter((path) => existsSync(path))
    .map((path) => ({ path, config: readConfigFile(path, settings, 2) }))
  const configs = read.flatMap(({ path, config }) => (E.isRight(config) ? [{ path, config: config.right }] : []))
  const named = configs
    .flatMap(({ path, config }) => pluginsOf2(config, path))
    .map(({ spec, options, source }) => named2(spec, options, source, settings))
  return {
    files: read.map(({ path }) => path),
    unreadable: read.flatMap(({ path, config }) => (E.isLeft(config) ? [{ file: path, why: config.left }] : [])),
    plugins: [...dropIns(folders), ...named].filter(isOurs2),
    elsewhere: [],
    agents: configuredAgents(
      merged([
        ...configs.flatMap(({ config }) => [agentsOf(config['agent']), agentsOf(config['agents'])]),
        ...folders.map(agentsInFolder),
      ]),
    ),
    // It has no effect there.
    isPure: false,
  }
}

/** A plugin that a config of the harness 2.x names. */
export const named2 = (
  spec: string,
  options: unknown,
  source: string | null,
  settings: SetupSettings,
): NamedPlugin => ({
  spec,
  options,
  from: source ?? settings.directory,
  target: locatePlugin2(spec, source === null ? settings.directory : dirname(source), settings),
})

/** The plugins that lie in the folders `plugin` and `plugins`: files, and folders with an entry. */
const dropIns = (folders: ReadonlyArray<string>): ReadonlyArray<NamedPlugin> =>
  folders.flatMap((folder) =>
    ['plugin', 'plugins'].flatMap((name) =>
      entriesIn(join(folder, name)).flatMap((path): ReadonlyArray<NamedPlugin> => [
        { spec: path, from: join(folder, name), options: undefined, target: { _tag: 'file', path } },
      ]),
    ),
  )

/** The entry of a folder may only lead to the file that holds the plugin; one that leads nowhere may be meant to be ours. */
export const isOurs2 = ({ spec, target }: Pick<NamedPlugin, 'spec' | 'target'>): boolean => {
  if (isOurs({ spec, target })) return true
  if (target._tag === 'nowhere') return /(?:active-mode|harness-adapter)/.test(spec)
  const led = target.path === null ? undefined : /^export .* from ['"](\.[^'"]+)['"]/m.exec(readText(target.path))?.[1]
  return (
    led !== undefined &&
    target.path !== null &&
    isOurs({ spec, target: { _tag: 'file', path: join(dirname(target.path), led) } })
  )
}

const readText = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

const entriesIn = (folder: string): ReadonlyArray<string> => {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory()
        ? (entryOf2(join(folder, entry.name)) ?? [])
        : /\.[jt]s$/.test(entry.name)
          ? [join(folder, entry.name)]
          : [],
    )
  } catch {
    return []
  }
}

/** 2.x says `disabled` where 1.x said `disable`. */
const agentsOf = (agents: unknown): Fields =>
  Object.fromEntries(
    Object.entries(fieldsOf(agents)).map(([id, agent]) => [
      id,
      { ...fieldsOf(agent), disable: fieldsOf(agent)['disable'] ?? fieldsOf(agent)['disabled'] },
    ]),
  )

const merged = (all: ReadonlyArray<Fields>): Fields =>
  all.reduce<Fields>(
    (sum, agents) => ({
      ...sum,
      ...Object.fromEntries(
        Object.entries(agents).map(([id, agent]) => [id, { ...fieldsOf(sum[id]), ...fieldsOf(agent) }]),
      ),
    }),
    {},
  )
