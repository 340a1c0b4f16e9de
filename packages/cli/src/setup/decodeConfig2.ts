import { type Fields, fieldsOf, text } from '../store/storeTurns.js'
import type { PluginEntry } from './decodeHarnessConfig.js'

/** What is kept of a config of the harness 2.x: plugins and agents. The rest may hold keys and is let go at once. */
export interface Config2 {
  readonly plugins: ReadonlyArray<PluginEntry>
  readonly agents: ReadonlyArray<string>
}

/** What came of a plugin, as the harness lists it. Those that it brings along are left out, but for the list being empty. */
export interface LoadState {
  readonly id: string | null
  /** The file or folder that it was loaded from; `null` for one of the harness's own. */
  readonly path: string | null
  /** Why it was not loaded; `null` where it was. */
  readonly failure: string | null
}

/** From the answers of `/api/config`, a list of documents in their order, and `/api/agent`. */
export const configOf2 = (config: unknown, agents: unknown): Config2 => ({
  plugins: listIn(config).flatMap((document) => {
    const { path, info } = fieldsOf(document)
    return pluginsOf2(fieldsOf(info), text(path))
  }),
  agents: listIn(agents).flatMap((agent) => text(fieldsOf(agent)['id']) ?? []),
})

/** The plugins that a config names, by either key: a spec, a pair of a spec and options (1.x), or an object (2.x). */
export const pluginsOf2 = (config: Fields, source: string | null): ReadonlyArray<PluginEntry> =>
  [...listOf(config['plugin']), ...listOf(config['plugins'])].flatMap((entry): ReadonlyArray<PluginEntry> => {
    const [first, second] = Array.isArray(entry)
      ? (entry as ReadonlyArray<unknown>)
      : typeof entry === 'string'
        ? [entry]
        : [fieldsOf(entry)['package'], fieldsOf(entry)['options']]
    return typeof first === 'string' ? [{ spec: first, options: second, source }] : []
  })

/** From the answer of `/api/plugin`. */
export const loadStatesOf = (plugins: unknown): ReadonlyArray<LoadState> =>
  listIn(plugins).map((plugin) => {
    const { id, source, state } = fieldsOf(plugin)
    const { status, error } = fieldsOf(state)
    const { type, path, target, package: name } = fieldsOf(source)
    return {
      id: text(id),
      path: type === 'builtin' ? null : (text(path) ?? text(target) ?? text(name) ?? text(id)),
      failure:
        status === 'failed' ? shorten(text(error) ?? text(fieldsOf(error)['message']) ?? 'it does not say why') : null,
    }
  })

const shorten = (line: string): string => (line.length > 300 ? `${line.slice(0, 300)}…` : line).replace(/\s+/g, ' ')

const listIn = (answer: unknown): ReadonlyArray<unknown> =>
  listOf(Array.isArray(answer) ? answer : fieldsOf(answer)['data'])

const listOf = (u: unknown): ReadonlyArray<unknown> => (Array.isArray(u) ? (u as ReadonlyArray<unknown>) : [])
