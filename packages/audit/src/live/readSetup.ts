import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser'
import { fieldsOf } from '../codec/storeTurns.js'
import type { ConfiguredPlugin, HarnessSetup } from '../model/HarnessSetup.js'
import { loadPlugin } from './loadPlugin.js'

export interface SetupSettings {
  readonly env: NodeJS.ProcessEnv
  readonly home: string
  readonly directory: string
}

/** Agents that the harness brings along. */
const builtIn = ['build', 'plan', 'general', 'explore']

/** The folder of this person's own harness config. */
export const configFolder = ({ env, home }: Pick<SetupSettings, 'env' | 'home'>): string =>
  valueOf(env, 'OPENCODE_CONFIG_DIR') ?? ownFolder({ env, home })

/** Where the harness keeps that folder if nothing else is said. */
const ownFolder = ({ env, home }: Pick<SetupSettings, 'env' | 'home'>): string => join(valueOf(env, 'XDG_CONFIG_HOME') ?? join(home, '.config'), 'opencode')

/** A variable of the environment; an empty one is not set. */
const valueOf = (env: NodeJS.ProcessEnv, name: string): string | undefined => (env[name] === '' ? undefined : env[name])

/** Reads what the harness's config files say of plugins and agents. Runs nothing of the harness; loads only a plugin that is ours. */
export const readSetup = async (settings: SetupSettings): Promise<HarnessSetup> => {
  const folders = configFolders(settings)
  const explicit = valueOf(settings.env, 'OPENCODE_CONFIG')
  const files = [...(explicit === undefined ? [] : [resolve(settings.directory, explicit)]), ...folders.flatMap((folder) => ['config.json', 'opencode.json', 'opencode.jsonc'].map((name) => join(folder, name)))].filter(existsSync)
  const inline = valueOf(settings.env, 'OPENCODE_CONFIG_CONTENT')
  const read = [...files.map(readConfig), ...(inline === undefined ? [] : [parseConfig(join(settings.directory, '$OPENCODE_CONFIG_CONTENT'), inline)])]
  const configs = read.flatMap((config) => ('config' in config ? [config] : []))
  const named = [...configs.flatMap(({ file, config }) => pluginsOf(file, config)), ...folders.flatMap(pluginsInFolder)]
  const ours = await Promise.all(named.filter(isOurs).map(async (plugin): Promise<ConfiguredPlugin> => ({ ...plugin, loads: plugin.file === null ? null : await loadPlugin(plugin.file) })))
  return {
    files,
    unreadable: read.flatMap((config) => ('why' in config ? [config] : [])),
    // The harness loads one file once, however often it is named.
    plugins: [...new Map(ours.map((plugin) => [plugin.file ?? plugin.spec, plugin])).values()],
    agents: [...new Set([...builtIn, ...configs.flatMap(({ config }) => agentsOf(config)), ...folders.flatMap(agentsInFolder)])],
  }
}

/** This person's folder, then those of the working folder and all above it. */
const configFolders = (settings: SetupSettings): ReadonlyArray<string> => {
  const above = (path: string): ReadonlyArray<string> => [path, ...(dirname(path) === path ? [] : above(dirname(path)))]
  return [...new Set([ownFolder(settings), configFolder(settings), join(settings.home, '.opencode'), ...above(settings.directory).flatMap((path) => [path, join(path, '.opencode')])])]
}

type Config = { readonly file: string; readonly config: Readonly<Record<string, unknown>> } | { readonly file: string; readonly why: string }

const readConfig = (file: string): Config => {
  try {
    return parseConfig(file, readFileSync(file, 'utf8'))
  } catch (error) {
    return { file, why: error instanceof Error ? error.message : String(error) }
  }
}

const parseConfig = (file: string, text: string): Config => {
  const errors: Array<ParseError> = []
  const config: unknown = parse(text, errors, { allowTrailingComma: true })
  const [error] = errors
  return error === undefined ? { file, config: fieldsOf(config) } : { file, why: `${printParseErrorCode(error.error)} at character ${error.offset}` }
}

type Named = Omit<ConfiguredPlugin, 'loads'>

const pluginsOf = (from: string, config: Readonly<Record<string, unknown>>): ReadonlyArray<Named> =>
  (Array.isArray(config['plugin']) ? config['plugin'] : []).flatMap((entry: unknown) => {
    const [spec, options] = Array.isArray(entry) ? (entry as ReadonlyArray<unknown>) : [entry]
    return typeof spec === 'string' ? [{ spec, from, file: fileOf(spec, dirname(from)), options }] : []
  })

const fileOf = (spec: string, folder: string): string | null => {
  if (!/^(?:file:\/\/|[./]|~\/)/.test(spec)) return null
  const path = spec.startsWith('file://') ? fileURLToPath(spec) : resolve(folder, spec)
  if (!existsSync(path) || !statSync(path).isDirectory()) return path
  const manifest = readConfig(join(path, 'package.json'))
  const main = 'config' in manifest ? manifest.config['main'] : undefined
  return join(path, typeof main === 'string' ? main : 'index.js')
}

const pluginsInFolder = (folder: string): ReadonlyArray<Named> =>
  ['plugin', 'plugins'].flatMap((name) => filesIn(join(folder, name), /\.[jt]s$/).map((file) => ({ spec: file, from: join(folder, name), file, options: undefined })))

/** By name, or by the closing marker that stands in every copy of the plugin. */
const isOurs = ({ spec, file }: Named): boolean => /(?:^|[/@])active-mode(?:[/@.]|$)/.test(spec) || (file !== null && readText(file).includes('<!-- /active-mode -->'))

const agentsOf = (config: Readonly<Record<string, unknown>>): ReadonlyArray<string> =>
  [config['agent'], config['mode']].flatMap((agents) => Object.entries(fieldsOf(agents)).flatMap(([id, agent]) => (fieldsOf(agent)['disable'] === true ? [] : [id])))

const agentsInFolder = (folder: string): ReadonlyArray<string> =>
  ['agent', 'agents', 'mode', 'modes'].flatMap((name) => {
    const root = join(folder, name)
    // The registry itself may lie in a folder `modes`: its cards are deeper than agents are looked for.
    return filesIn(root, /\.md$/).map((file) => file.slice(root.length + 1, -'.md'.length))
  })

const filesIn = (folder: string, name: RegExp): ReadonlyArray<string> => {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (!entry.isDirectory() && name.test(entry.name) ? [join(folder, entry.name)] : []))
  } catch {
    return []
  }
}

const readText = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
