import { isTime, type StoreSession, type ToolCall } from '../StoreSession.js'
import type { Database } from './Database.js'

/** The tables in which one generation of the harness keeps its sessions. */
export interface SessionTables {
  readonly ids: ReadonlyArray<string>
  /** When a session was last changed, in milliseconds since the epoch; `null` where nothing says so. */
  readonly until: number | null
  readonly read: (sessionId: string) => StoreSession | null
  readonly callsOf: (messageId: string) => ReadonlyArray<ToolCall>
}

export const hasTables = (db: Database, names: ReadonlyArray<string>): boolean => {
  const there = new Set(
    db.rows<[string]>(['name'], "SELECT name FROM sqlite_master WHERE type = 'table'").map(([name]) => name),
  )
  return names.every((name) => there.has(name))
}

/** The sessions of a table, and when one of them was last changed. */
export const lastChange = (db: Database, table: 'session' | 'session_v2'): Pick<SessionTables, 'ids' | 'until'> => {
  const [[until] = []] = db.rows<[unknown]>(['until'], `SELECT max(time_updated) AS until FROM ${table}`)
  return {
    ids: db.rows<[string]>(['id'], `SELECT id FROM ${table}`).map(([id]) => id),
    until: isTime(until) ? until : null,
  }
}

/** Whether a column holds a JSON object, as the harness writes it. To be asked first: of text that is no JSON SQLite makes an error that ends the whole query. */
export const isObject = (data: string): string =>
  `CASE WHEN json_valid(${data}) THEN json_type(${data}) = 'object' ELSE 0 END`
