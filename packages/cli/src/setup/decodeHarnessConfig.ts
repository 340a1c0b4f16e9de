import { fieldsOf } from '../store/storeTurns.js'
import { configuredAgents } from './configuredAgents.js'

/** A plugin as a config names it: its spec, the options beside it, undecoded, and the file or folder that says so, where that is known. */
export interface PluginEntry {
  readonly spec: string
  readonly options: unknown
  readonly source: string | null
}

/** What is kept of a config: plugins and agents. The rest may hold keys and is let go at once. */
export interface HarnessConfig {
  readonly plugins: ReadonlyArray<PluginEntry>
  readonly agents: ReadonlyArray<string>
}

/** The config as a harness of the first generation prints it (`debug config`); `null` where that is none. */
export const decodeHarnessConfig = (printed: string): HarnessConfig | null => {
  const config = objectIn(printed)
  if (config === null) return null
  const origins: unknown = config['plugin_origins']
  const entries: ReadonlyArray<PluginEntry> = Array.isArray(origins)
    ? origins.flatMap((origin: unknown) => {
        const { spec, source } = fieldsOf(origin)
        return pluginEntry(spec, typeof source === 'string' ? source : null)
      })
    : listOf(config['plugin']).flatMap((spec) => pluginEntry(spec, null))
  return { plugins: entries, agents: configuredAgents(fieldsOf(config['agent'])) }
}

/** An entry of a list of plugins: a spec, or a spec with options. None of anything else. */
export const pluginEntry = (entry: unknown, source: string | null): ReadonlyArray<PluginEntry> => {
  const [spec, options] = Array.isArray(entry) ? (entry as ReadonlyArray<unknown>) : [entry]
  return typeof spec === 'string' ? [{ spec, options, source }] : []
}

const listOf = (u: unknown): ReadonlyArray<unknown> => (Array.isArray(u) ? u : [])

const objectIn = (printed: string): Readonly<Record<string, unknown>> | null => {
  try {
    const value: unknown = JSON.parse(printed)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : null
  } catch {
    return null
  }
}
