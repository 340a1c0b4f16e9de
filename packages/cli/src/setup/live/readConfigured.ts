import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { type Fields, fieldsOf } from '../../store/storeTurns.js'
import { configuredAgents } from '../configuredAgents.js'
import { pluginEntry } from '../decodeHarnessConfig.js'
import type { ConfiguredPlugin, HarnessSetup, SeenElsewhere } from '../HarnessSetup.js'
import { agentsInFolder } from './agentFiles.js'
import { type ConfigSource, configSources, isOn, type SetupSettings } from './configSources.js'
import { parseConfig, readConfigFile } from './configText.js'
import { locatePlugin, packageName, type PluginTarget } from './locatePlugin.js'

/** A plugin of ours that is configured, and what its spec leads to. */
export interface NamedPlugin extends Pick<ConfiguredPlugin, 'spec' | 'from' | 'options'> {
  readonly target: PluginTarget
}

/** What the harness's config says, before any plugin is loaded. */
export interface ConfiguredSetup extends Omit<HarnessSetup, 'plugins' | 'source' | 'agents' | 'generation' | 'failed'> {
  readonly agents: ReadonlyArray<string>
  readonly plugins: ReadonlyArray<NamedPlugin>
}

/** Reads what the harness's config files say of plugins and agents, as the harness puts them together. Runs nothing. */
export const readConfigured = (settings: SetupSettings): ConfiguredSetup => {
  const said = configSources(settings).map((source) => readSource(source, settings))
  return {
    files: said.flatMap(({ files }) => files),
    unreadable: said.flatMap(({ unreadable }) => unreadable),
    plugins: oursAmong(said.flatMap(({ plugins }) => plugins)),
    elsewhere: said.flatMap(({ replaced }) => replaced),
    agents: configuredAgents(mergedAgents(said.flatMap(({ agents }) => agents))),
    isPure: isOn(settings.env, 'OPENCODE_PURE'),
  }
}

/** Of the plugins that a harness loads, those that are ours. It loads a file or package once, however often it is named: where and how it is named last. */
export const oursAmong = (plugins: ReadonlyArray<NamedPlugin>): ReadonlyArray<NamedPlugin> =>
  plugins
    .filter((plugin, place) => plugins.findLastIndex((other) => keyOf(other) === keyOf(plugin)) === place)
    .filter(isOurs)

const keyOf = ({ spec, target }: NamedPlugin): string =>
  target._tag === 'file' ? target.path : target._tag === 'package' ? packageName(spec) : spec

/** What one source says. */
interface Said extends Pick<HarnessSetup, 'files' | 'unreadable'> {
  readonly plugins: ReadonlyArray<NamedPlugin>
  readonly agents: ReadonlyArray<Fields>
  readonly replaced: ReadonlyArray<SeenElsewhere>
}

const nothing: Said = { files: [], unreadable: [], plugins: [], agents: [], replaced: [] }

const readSource = (source: ConfigSource, settings: SetupSettings): Said => {
  switch (source._tag) {
    case 'files':
      return together(
        source.paths
          .filter((path) => existsSync(path))
          .map((path) => ({ path, config: readConfigFile(path, settings) })),
        settings,
      )
    case 'inline':
      return {
        ...together(
          [{ path: source.path, config: parseConfig(source.text, dirname(source.path), settings) }],
          settings,
        ),
        files: [],
      }
    case 'folder':
      return { ...nothing, plugins: pluginsInFolder(source.path), agents: [agentsInFolder(source.path)] }
  }
}

interface ReadFile {
  readonly path: string
  readonly config: E.Either<string, Fields>
}

/** Files that are put together first: the last list of plugins is the one that counts. */
const together = (read: ReadonlyArray<ReadFile>, settings: SetupSettings): Said => {
  const lists = read.flatMap(({ path, config }) =>
    E.isRight(config) && Array.isArray(config.right['plugin'])
      ? [{ path, plugins: pluginsOf(path, config.right['plugin'], settings) }]
      : [],
  )
  const last = lists.at(-1)
  return {
    files: read.map(({ path }) => path),
    unreadable: read.flatMap(({ path, config }) => (E.isLeft(config) ? [{ file: path, why: config.left }] : [])),
    plugins: last?.plugins ?? [],
    agents: read.flatMap(({ config }) => (E.isRight(config) ? agentsOf(config.right) : [])),
    replaced: lists
      .slice(0, -1)
      .flatMap(({ path, plugins }) =>
        plugins
          .filter(isOurs)
          .map(({ spec }) => ({
            where: path,
            why: `its list "plugin" is replaced by the one in ${last?.path ?? ''}`,
            remedy: `Add ${JSON.stringify(spec)} to "plugin" in ${last?.path ?? ''}, or remove that list.`,
          })),
      ),
  }
}

const pluginsOf = (from: string, list: ReadonlyArray<unknown>, settings: SetupSettings): ReadonlyArray<NamedPlugin> =>
  list
    .flatMap((entry) => pluginEntry(entry, from))
    .map(({ spec, options }) => ({ spec, from, options, target: locatePlugin(spec, dirname(from), settings) }))

const pluginsInFolder = (folder: string): ReadonlyArray<NamedPlugin> =>
  ['plugin', 'plugins'].flatMap((name) =>
    scriptsIn(join(folder, name)).map((path) => ({
      spec: path,
      from: join(folder, name),
      options: undefined,
      target: { _tag: 'file', path } as const,
    })),
  )

const scriptsIn = (folder: string): ReadonlyArray<string> => {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      !entry.isDirectory() && /\.[jt]s$/.test(entry.name) ? [join(folder, entry.name)] : [],
    )
  } catch {
    return []
  }
}

/**
 * Of a file the closing marker in it decides, which stands in every copy of the plugin; what cannot be read may be meant
 * to be ours if it is called so, and so may a package.
 */
export const isOurs = ({ spec, target }: Pick<NamedPlugin, 'spec' | 'target'>): boolean => {
  const text = target._tag === 'nowhere' || target.path === null ? null : readText(target.path)
  // In a URL the hyphen may be escaped, well or badly.
  return text === null
    ? /(?:^|[/@])active(?:-|%[^/]{2})mode(?:[/@.]|$)/.test(spec)
    : text.includes('<!-- /active-mode -->')
}

const readText = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

const agentsOf = (config: Fields): ReadonlyArray<Fields> => [fieldsOf(config['agent']), fieldsOf(config['mode'])]

/** Field by field, what comes last decides. */
const mergedAgents = (all: ReadonlyArray<Fields>): Fields =>
  all.reduce<Fields>(
    (merged, agents) => ({
      ...merged,
      ...Object.fromEntries(
        Object.entries(agents).map(([id, agent]) => [id, { ...fieldsOf(merged[id]), ...fieldsOf(agent) }]),
      ),
    }),
    {},
  )
