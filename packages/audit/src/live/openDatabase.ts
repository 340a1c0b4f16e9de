import { existsSync } from 'node:fs'
import type Database from 'better-sqlite3'
import { groupBy } from 'fp-ts/lib/NonEmptyArray.js'
import { type StoreMessage, storeTurns } from '../codec/storeTurns.js'
import type { StoreSession } from '../model/StoreSession.js'
import { Refusal } from './Refusal.js'
import type { SessionStore } from './SessionStore.js'

/**
 * Opens the harness's database, for reading only; the harness may go on writing. Only what the audit needs leaves it: of
 * the messages no text but that of compaction summaries, which is looked through for ledger paths. Throws a Refusal
 * where there is no reader for it, or it is no such database.
 */
export const openDatabase = async (file: string): Promise<SessionStore> => {
  if (!existsSync(file)) throw new Refusal(`${file} is not there; the harness keeps its store in opencode.db below its data folder (~/.local/share/opencode)`)
  const Reader = await loadReader()
  try {
    const db = new Reader(file, { readonly: true, fileMustExist: true, timeout: 5000 })
    return storeOf(db)
  } catch (error) {
    throw new Refusal(`${file} cannot be read as the harness's store (${error instanceof Error ? error.message : String(error)}); give the opencode.db of a harness 1.2 or newer, or use --export`)
  }
}

const loadReader = async (): Promise<typeof Database> => {
  try {
    return (await import('better-sqlite3')).default
  } catch {
    throw new Refusal('--store needs the optional package better-sqlite3, which is not installed here; install it, or give --export FILE with what `opencode export SESSION` writes')
  }
}

const messagesOfSession = `
  SELECT id, time_created AS createdAt,
    data ->> '$.role' AS role, data ->> '$.agent' AS agent, data ->> '$.mode' AS mode, data ->> '$.parentID' AS parentID,
    json_type(data, '$.summary') = 'true' AS summary, data ->> '$.time.completed' AS completed, json_type(data, '$.error') IS NOT NULL AS failed
  FROM message WHERE session_id = ? ORDER BY time_created, id`

const partsOfSession = `
  SELECT part.message_id AS messageId, part.data ->> '$.type' AS type,
    CASE WHEN part.data ->> '$.type' = 'text' AND json_type(message.data, '$.summary') = 'true' THEN part.data ->> '$.text' END AS text
  FROM part JOIN message ON message.id = part.message_id
  WHERE message.session_id = ? AND part.data ->> '$.type' IN ('step-start', 'text') ORDER BY part.message_id, part.id`

interface MessageRow {
  readonly id: string
  readonly createdAt: number
  readonly role: unknown
  readonly agent: unknown
  readonly mode: unknown
  readonly parentID: unknown
  readonly summary: number | null
  readonly completed: unknown
  readonly failed: number
}

interface PartRow {
  readonly messageId: string
  readonly type: string
  readonly text: string | null
}

const storeOf = (db: Database.Database): SessionStore => {
  const session = db.prepare<[string], { readonly parentId: string | null; readonly createdAt: number }>('SELECT parent_id AS parentId, time_created AS createdAt FROM session WHERE id = ?')
  const messages = db.prepare<[string], MessageRow>(messagesOfSession)
  const parts = db.prepare<[string], PartRow>(partsOfSession)
  const read = db.transaction((id: string): StoreSession | null => {
    const row = session.get(id)
    if (row === undefined) return null
    const partsOf = groupBy(({ messageId }: PartRow) => messageId)(parts.all(id))
    return { id, ...row, turns: storeTurns(messages.all(id).map((message) => messageOf(message, partsOf[message.id] ?? []))) }
  })
  const ids = db.prepare<[], { readonly id: string }>('SELECT id FROM session').all().map(({ id }) => id)
  return { ids, read, close: () => db.close() }
}

const messageOf = ({ id, createdAt, role, agent, mode, parentID, summary, completed, failed }: MessageRow, parts: ReadonlyArray<PartRow>): StoreMessage => ({
  id,
  createdAt,
  info: { role, agent, mode, parentID, summary: summary === 1, time: { completed: completed ?? undefined }, error: failed === 1 ? true : undefined },
  parts: parts.map(({ type, text }) => ({ type, text })),
})
