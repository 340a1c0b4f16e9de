import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { elementsOf, type Fields, fieldsOf } from '../../Fields.js'
import { configuredAgents, mergeAgents, pluginEntries, pluginEntry } from '../decodeConfig.js'
import type { Generation, HarnessSetup, SeenElsewhere } from '../HarnessSetup.js'
import { agentsInFolder } from './agentFiles.js'
import {
  configFolder,
  type ConfigSource,
  configSources,
  isOn,
  projectFolders,
  type SetupSettings,
} from './configSources.js'
import { parseConfig, readConfigFile } from './configText.js'
import { dropIns, isOurs, loadedOnce, namedIn, type NamedPlugin } from './NamedPlugin.js'

/** What the config files of a harness say, before any plugin is loaded. */
export interface ConfiguredSetup extends Pick<HarnessSetup, 'files' | 'unreadable' | 'elsewhere' | 'isPure'> {
  readonly agents: ReadonlyArray<string>
  readonly plugins: ReadonlyArray<NamedPlugin>
}

/** Reads what the harness's config files say of plugins and agents, put together as the harness does it. Runs nothing. */
export const readConfigured = (settings: SetupSettings, generation: Generation): ConfiguredSetup =>
  generation === 1 ? readConfigured1(settings) : readConfigured2(settings)

/** A config file, or why it cannot be read. */
interface ReadFile {
  readonly path: string
  readonly config: E.Either<string, Fields>
}

const readFiles = (
  paths: ReadonlyArray<string>,
  settings: SetupSettings,
  generation: Generation,
): ReadonlyArray<ReadFile> =>
  paths.filter((path) => existsSync(path)).map((path) => ({ path, config: readConfigFile(path, settings, generation) }))

const unreadableIn = (read: ReadonlyArray<ReadFile>): HarnessSetup['unreadable'] =>
  read.flatMap(({ path, config }) => (E.isLeft(config) ? [{ file: path, why: config.left }] : []))

const readConfigured1 = (settings: SetupSettings): ConfiguredSetup => {
  const said = configSources(settings).map((source) => readSource(source, settings))
  return {
    files: said.flatMap(({ files }) => files),
    unreadable: said.flatMap(({ unreadable }) => unreadable),
    plugins: loadedOnce(said.flatMap(({ plugins }) => plugins)),
    elsewhere: said.flatMap(({ replaced }) => replaced),
    agents: configuredAgents(mergeAgents(said.flatMap(({ agents }) => agents))),
    isPure: isOn(settings.env, 'OPENCODE_PURE'),
  }
}

/** What one source of 1.x says. */
interface Said extends Pick<HarnessSetup, 'files' | 'unreadable'> {
  readonly plugins: ReadonlyArray<NamedPlugin>
  readonly agents: ReadonlyArray<Fields>
  readonly replaced: ReadonlyArray<SeenElsewhere>
}

const readSource = (source: ConfigSource, settings: SetupSettings): Said => {
  switch (source._tag) {
    case 'files':
      return combined(readFiles(source.paths, settings, 1), settings)
    case 'inline':
      return {
        ...combined(
          [{ path: source.path, config: parseConfig(source.text, dirname(source.path), settings, 1) }],
          settings,
        ),
        files: [],
      }
    case 'folder':
      return {
        files: [],
        unreadable: [],
        plugins: dropIns(source.path, 1),
        agents: [agentsInFolder(source.path)],
        replaced: [],
      }
  }
}

/** Files that 1.x merges before anything else: only the last list of plugins counts. */
const combined = (read: ReadonlyArray<ReadFile>, settings: SetupSettings): Said => {
  const configs = read.flatMap(({ path, config }) => (E.isRight(config) ? [{ path, config: config.right }] : []))
  const lists = configs.flatMap(({ path, config }) =>
    Array.isArray(config['plugin'])
      ? [
          {
            path,
            plugins: elementsOf(config['plugin'])
              .flatMap((entry) => pluginEntry(entry, path))
              .map((entry) => namedIn(entry, settings, 1)),
          },
        ]
      : [],
  )
  const last = lists.at(-1)
  return {
    files: read.map(({ path }) => path),
    unreadable: unreadableIn(read),
    plugins: last?.plugins ?? [],
    agents: configs.flatMap(({ config }) => [fieldsOf(config['agent']), fieldsOf(config['mode'])]),
    replaced: lists
      .slice(0, -1)
      .flatMap(({ path, plugins }) =>
        plugins
          .filter((plugin) => isOurs(plugin, 1))
          .map(({ spec }) => ({
            where: path,
            why: `its list "plugin" is replaced by the one in ${last?.path ?? ''}`,
            remedy: `Add ${JSON.stringify(spec)} to "plugin" in ${last?.path ?? ''}, or remove that list.`,
            passedBy: null,
          })),
      ),
  }
}

/**
 * 2.x (2.0.15) has one config folder of its own, which `OPENCODE_CONFIG_DIR` replaces, and those of the project. Plugins in a folder come
 * before those that a config names, and of one id the first counts. `OPENCODE_PURE` has no effect.
 */
const readConfigured2 = (settings: SetupSettings): ConfiguredSetup => {
  const projects = projectFolders(settings).toReversed()
  const folders = [configFolder(settings), ...projects.map((path) => join(path, '.opencode'))]
  const paths = [configFolder(settings), ...projects.flatMap((path) => [path, join(path, '.opencode')])].flatMap(
    (folder) => ['opencode.json', 'opencode.jsonc'].map((name) => join(folder, name)),
  )
  const read = readFiles([...new Set(paths)], settings, 2)
  const configs = read.flatMap(({ path, config }) => (E.isRight(config) ? [{ path, config: config.right }] : []))
  const named = configs
    .flatMap(({ path, config }) => pluginEntries(config, path))
    .map((entry) => namedIn(entry, settings, 2))
  return {
    files: read.map(({ path }) => path),
    unreadable: unreadableIn(read),
    plugins: [...folders.flatMap((folder) => dropIns(folder, 2)), ...named].filter((plugin) => isOurs(plugin, 2)),
    elsewhere: [],
    agents: configuredAgents(
      mergeAgents([
        ...configs.flatMap(({ config }) => [withDisable(config['agent']), withDisable(config['agents'])]),
        ...folders.map(agentsInFolder),
      ]),
    ),
    isPure: false,
  }
}

/** 2.x says `disabled` where 1.x said `disable`. */
const withDisable = (agents: unknown): Fields =>
  Object.fromEntries(
    Object.entries(fieldsOf(agents)).map(([id, agent]) => [
      id,
      { ...fieldsOf(agent), disable: fieldsOf(agent)['disable'] ?? fieldsOf(agent)['disabled'] },
    ]),
  )
