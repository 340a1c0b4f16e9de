import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser'
import { fieldsOf } from '../codec/storeTurns.js'
import type { ConfiguredPlugin, HarnessSetup } from '../model/HarnessSetup.js'
import { type ConfigSource, configSources, type SetupSettings } from './configSources.js'
import { loadPlugin } from './loadPlugin.js'
import { locatePlugin, type PluginTarget } from './locatePlugin.js'

/** Agents that the harness brings along. */
const builtIn = ['build', 'plan', 'general', 'explore']

/** A plugin of ours that is configured, and what its spec leads to. */
interface NamedPlugin extends Pick<ConfiguredPlugin, 'spec' | 'from' | 'options'> {
  readonly target: PluginTarget
}

/** What the harness's config files say, before any plugin is loaded. */
export interface ConfiguredSetup extends Omit<HarnessSetup, 'plugins'> {
  readonly plugins: ReadonlyArray<NamedPlugin>
}

/**
 * Reads what the harness's config files say of plugins and agents, and loads the plugins that are ours. Loading a file
 * runs its top level, here and now; so whether it is ours is read in the file itself first.
 */
export const readSetup = async (settings: SetupSettings): Promise<HarnessSetup> => {
  const { plugins, ...setup } = readConfigured(settings)
  return { ...setup, plugins: await Promise.all(plugins.map(load)) }
}

const load = async ({ target, ...plugin }: NamedPlugin): Promise<ConfiguredPlugin> => {
  switch (target._tag) {
    case 'package':
      return { ...plugin, file: null, loads: null }
    case 'nowhere':
      return { ...plugin, file: null, loads: { ok: false, detail: target.why } }
    case 'file':
      return { ...plugin, file: target.path, loads: await loadPlugin(target.path) }
  }
}

/** Reads what the harness's config files say of plugins and agents. Runs nothing. */
export const readConfigured = (settings: SetupSettings): ConfiguredSetup => {
  const read = configSources(settings).flatMap(readSource)
  return {
    files: read.flatMap(({ file }) => file ?? []),
    unreadable: read.flatMap(({ file, why }) => (why === null ? [] : [{ file: file ?? '', why }])),
    plugins: lastOfEach(read.flatMap(({ plugins }) => plugins)).filter(isOurs),
    agents: [...new Set([...builtIn, ...read.flatMap(({ agents }) => agents)])],
  }
}

/** What one source says. */
interface Said {
  /** The file that was read; `null` for a folder. */
  readonly file: string | null
  /** Why it could not be; `null` where it could. */
  readonly why: string | null
  readonly plugins: ReadonlyArray<NamedPlugin>
  readonly agents: ReadonlyArray<string>
}

const readSource = (source: ConfigSource): ReadonlyArray<Said> => {
  switch (source._tag) {
    case 'file':
      return existsSync(source.path) ? [{ ...readConfig(source.path), file: source.path }] : []
    case 'inline':
      return [parseConfig(source.path, source.text)]
    case 'folder':
      return [{ file: null, why: null, plugins: pluginsInFolder(source.path), agents: agentsInFolder(source.path) }]
  }
}

const readConfig = (file: string): Said => {
  try {
    return parseConfig(file, readFileSync(file, 'utf8'))
  } catch (error) {
    return { file, why: error instanceof Error ? error.message : String(error), plugins: [], agents: [] }
  }
}

const parseConfig = (file: string, text: string): Said => {
  const errors: Array<ParseError> = []
  const config = fieldsOf(parse(text, errors, { allowTrailingComma: true }))
  const [error] = errors
  return error === undefined
    ? { file, why: null, plugins: pluginsOf(file, config), agents: agentsOf(config) }
    : { file, why: `${printParseErrorCode(error.error)} at character ${error.offset}`, plugins: [], agents: [] }
}

const pluginsOf = (from: string, config: Readonly<Record<string, unknown>>): ReadonlyArray<NamedPlugin> =>
  (Array.isArray(config['plugin']) ? config['plugin'] : []).flatMap((entry: unknown) => {
    const [spec, options] = Array.isArray(entry) ? (entry as ReadonlyArray<unknown>) : [entry]
    return typeof spec === 'string' ? [{ spec, from, options, target: locatePlugin(spec, dirname(from)) }] : []
  })

const pluginsInFolder = (folder: string): ReadonlyArray<NamedPlugin> =>
  ['plugin', 'plugins'].flatMap((name) => filesIn(join(folder, name), /\.[jt]s$/).map((path) => ({ spec: path, from: join(folder, name), options: undefined, target: { _tag: 'file', path } as const })))

/** The harness loads a file or package once, however often it is named: where and how it is named last. */
const lastOfEach = (plugins: ReadonlyArray<NamedPlugin>): ReadonlyArray<NamedPlugin> =>
  plugins.filter((plugin, place) => plugins.findLastIndex((other) => keyOf(other) === keyOf(plugin)) === place)

const keyOf = ({ spec, target }: NamedPlugin): string => (target._tag === 'file' ? target.path : target._tag === 'package' ? spec.replace(/(?<=.)@.*$/, '') : spec)

/**
 * Of a file the closing marker in it decides, which stands in every copy of the plugin; what cannot be read may be meant
 * to be ours if it is called so, and so may a package.
 */
const isOurs = ({ spec, target }: NamedPlugin): boolean => {
  const text = target._tag === 'file' ? readText(target.path) : null
  // In a URL the hyphen may be escaped, well or badly.
  return text === null ? /(?:^|[/@])active(?:-|%[^/]{2})mode(?:[/@.]|$)/.test(spec) : text.includes('<!-- /active-mode -->')
}

const agentsOf = (config: Readonly<Record<string, unknown>>): ReadonlyArray<string> =>
  [config['agent'], config['mode']].flatMap((agents) => Object.entries(fieldsOf(agents)).flatMap(([id, agent]) => (fieldsOf(agent)['disable'] === true ? [] : [id])))

const agentsInFolder = (folder: string): ReadonlyArray<string> =>
  ['agent', 'agents', 'mode', 'modes'].flatMap((name) => {
    const root = join(folder, name)
    // The registry itself may lie in a folder `modes`: its cards are deeper than the harness looks for agents there.
    return filesIn(root, /\.md$/, name.startsWith('agent')).map((file) => file.slice(root.length + 1, -'.md'.length))
  })

const filesIn = (folder: string, name: RegExp, recursive = false): ReadonlyArray<string> => {
  try {
    return readdirSync(folder, { withFileTypes: true, recursive }).flatMap((entry) => (!entry.isDirectory() && name.test(entry.name) ? [join(entry.parentPath, entry.name)] : []))
  } catch {
    return []
  }
}

const readText = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
