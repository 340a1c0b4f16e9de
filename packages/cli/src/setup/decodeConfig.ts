import { elementsOf, type Fields, fieldsOf, parseJson, textOf } from '../Fields.js'

/** A plugin as a config names it: its spec, its options, not decoded, and the file or folder that names it, where that is known. */
export interface PluginEntry {
  readonly spec: string
  readonly options: unknown
  readonly source: string | null
}

/** What is kept of a config: plugins and agents. The rest may hold keys and is dropped at once. */
export interface HarnessConfig {
  readonly plugins: ReadonlyArray<PluginEntry>
  readonly agents: ReadonlyArray<string>
}

/** What came of a plugin, as a harness 2.x lists it. */
export interface LoadState {
  readonly id: string | null
  /** The file or folder that it was loaded from; `null` for one of the harness's own. */
  readonly path: string | null
  /** Why it was not loaded; `null` where it was. */
  readonly failure: string | null
}

/** The config as a harness 1.x prints it (`debug config`); `null` where that is none. */
export const parsePrintedConfig = (printed: string): HarnessConfig | null => {
  const json = parseJson(printed)
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return null
  const config = fieldsOf(json)
  const origins = config['plugin_origins']
  return {
    plugins: Array.isArray(origins)
      ? origins.flatMap((origin: unknown) => {
          const { spec, source } = fieldsOf(origin)
          return pluginEntry(spec, textOf(source))
        })
      : elementsOf(config['plugin']).flatMap((entry) => pluginEntry(entry, null)),
    agents: configuredAgents(fieldsOf(config['agent'])),
  }
}

/** The config as the server of a harness 2.x answers: `/api/config`, a list of documents in their order, and `/api/agent`. */
export const decodeServedConfig = (config: unknown, agents: unknown): HarnessConfig => ({
  plugins: answerOf(config).flatMap((document) => {
    const { path, info } = fieldsOf(document)
    return pluginEntries(fieldsOf(info), textOf(path))
  }),
  agents: answerOf(agents).flatMap((agent) => textOf(fieldsOf(agent)['id']) ?? []),
})

/** What came of each plugin, from the answer of `/api/plugin` of a harness 2.x. */
export const decodeLoadStates = (plugins: unknown): ReadonlyArray<LoadState> =>
  answerOf(plugins).map((plugin) => {
    const { id, source, state } = fieldsOf(plugin)
    const { status, error } = fieldsOf(state)
    const { type, path, target, package: name } = fieldsOf(source)
    return {
      id: textOf(id),
      path: type === 'builtin' ? null : (textOf(path) ?? textOf(target) ?? textOf(name) ?? textOf(id)),
      failure:
        status === 'failed'
          ? shorten(textOf(error) ?? textOf(fieldsOf(error)['message']) ?? 'it does not say why')
          : null,
    }
  })

const shorten = (line: string): string => (line.length > 300 ? `${line.slice(0, 300)}…` : line).replace(/\s+/g, ' ')

const answerOf = (answer: unknown): ReadonlyArray<unknown> =>
  elementsOf(Array.isArray(answer) ? answer : fieldsOf(answer)['data'])

/** The plugins that a config of 2.x names, under either key. */
export const pluginEntries = (config: Fields, source: string | null): ReadonlyArray<PluginEntry> =>
  [...elementsOf(config['plugin']), ...elementsOf(config['plugins'])].flatMap((entry) => pluginEntry(entry, source))

/** One element of a list of plugins: a spec, a pair of a spec and options, or, on 2.x, an object of both. Nothing for anything else. */
export const pluginEntry = (entry: unknown, source: string | null): ReadonlyArray<PluginEntry> => {
  const { package: name, options: given } = fieldsOf(entry)
  const [spec, options] = Array.isArray(entry)
    ? (entry as ReadonlyArray<unknown>)
    : typeof entry === 'string'
      ? [entry]
      : [name, given]
  return typeof spec === 'string' ? [{ spec, options, source }] : []
}

/** Agents that every harness has; a config may remove them. The last three it uses for itself. */
const builtIn = ['build', 'plan', 'general', 'explore', 'compaction', 'title', 'summary']

/** The ids of the agents that a harness with these agent settings has: an agent may be disabled, and a `name` replaces its key. */
export const configuredAgents = (agents: Fields): ReadonlyArray<string> => [
  ...builtIn.filter((id) => fieldsOf(agents[id])['disable'] !== true && fieldsOf(agents[id])['name'] === undefined),
  ...Object.entries(agents).flatMap(([key, agent]) => {
    const { disable, name } = fieldsOf(agent)
    const id = typeof name === 'string' ? name : key
    return disable === true || builtIn.includes(id) ? [] : [id]
  }),
]

/** Agent settings of several places as one: field by field, the last one wins. */
export const mergeAgents = (all: ReadonlyArray<Fields>): Fields =>
  all.reduce<Fields>(
    (merged, agents) => ({
      ...merged,
      ...Object.fromEntries(
        Object.entries(agents).map(([id, agent]) => [id, { ...fieldsOf(merged[id]), ...fieldsOf(agent) }]),
      ),
    }),
    {},
  )
