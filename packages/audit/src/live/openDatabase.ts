import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type Database from 'better-sqlite3'
import { separate } from 'fp-ts/lib/Array.js'
import * as E from 'fp-ts/lib/Either.js'
import { groupBy } from 'fp-ts/lib/NonEmptyArray.js'
import { isTime } from '../codec/isTime.js'
import { type StoreMessage, storeTurns } from '../codec/storeTurns.js'
import type { StoreSession } from '../model/StoreSession.js'
import { ledgersNamed } from '../step/ledgersNamed.js'
import { copyDatabase } from './copyDatabase.js'
import { Refusal } from './Refusal.js'
import type { SessionStore } from './SessionStore.js'

/**
 * Opens the harness's database, for reading only; the harness may go on writing. Only what the audit needs leaves it: of
 * the messages no text but that of compaction summaries, which is looked through for ledger paths. A row that is not the
 * JSON that the harness writes costs its message. Throws a Refusal where there is no reader for it, or it is no such
 * database; a database that is damaged below its rows refuses when it is read.
 */
export const openDatabase = async (file: string): Promise<SessionStore> => {
  if (!existsSync(file)) throw new Refusal(`${file} is not there; the harness keeps its store in opencode.db, a channel of its own in opencode-CHANNEL.db, below its data folder (~/.local/share/opencode)`)
  const Reader = await loadReader()
  try {
    return openWith(Reader, file)
  } catch (error) {
    throw new Refusal(`${file} cannot be read as the harness's store (${why(error)}); give the database of a harness 1.2 or newer, or use --export`)
  }
}

type Reader = typeof Database

/**
 * Leaves nothing behind, and needs no leave to write. Where no write-ahead log lies beside the file nobody writes it, and
 * it is opened as one that never changes. A log without its index (a copy, a crash) would get one: then a copy is read.
 */
const openWith = (Reader: Reader, file: string): SessionStore => {
  const hasLog = existsSync(`${file}-wal`)
  if (hasLog && existsSync(`${file}-shm`)) return storeOf(openPlainly(Reader, file), file)
  if (hasLog) {
    const copy = copyDatabase(file)
    try {
      const store = storeOf(openPlainly(Reader, copy.file), file)
      return { ...store, close: () => (store.close(), copy.remove()) }
    } catch (error) {
      copy.remove()
      throw error
    }
  }
  const store = storeOf(openUnchanging(Reader, file), file)
  let current = store
  return {
    ...store,
    // A harness that begins to write meanwhile brings a write-ahead log.
    read: (id) => {
      if (current === store && existsSync(`${file}-wal`)) {
        store.close()
        current = storeOf(openPlainly(Reader, file), file)
      }
      return current.read(id)
    },
    close: () => current.close(),
  }
}

const openPlainly = (Reader: Reader, file: string): Database.Database => new Reader(file, { readonly: true, fileMustExist: true, timeout: 5000 })

const openUnchanging = (Reader: Reader, file: string): Database.Database => {
  const address = `${pathToFileURL(file).href}?immutable=1`
  try {
    return new Reader(address, { readonly: true, fileMustExist: true })
  } catch {
    // Somebody loaded the reader before this program did, without addresses.
    return openPlainly(Reader, file)
  }
}

const loadReader = async (): Promise<Reader> => {
  try {
    // Read once, when the package is loaded: lets it take addresses, which say how to open a file.
    process.env['SQLITE_USE_URI'] ??= '1'
    return (await import('better-sqlite3')).default
  } catch {
    throw new Refusal('--store needs the optional package better-sqlite3, which is not installed here; install it, or give --export FILE with what `opencode export SESSION` writes')
  }
}

/** Whether a column holds a JSON object, as the harness writes it. To be asked first: of text that is no JSON SQLite makes an error that ends the whole query. */
const isObject = (data: string): string => `CASE WHEN json_valid(${data}) THEN json_type(${data}) = 'object' ELSE 0 END`

const messagesOfSession = `
  SELECT id, time_created AS createdAt,
    data ->> '$.role' AS role, data ->> '$.agent' AS agent, data ->> '$.mode' AS mode, data ->> '$.parentID' AS parentID,
    json_type(data, '$.summary') = 'true' AS summary, data ->> '$.time.completed' AS completed, json_type(data, '$.error') IS NOT NULL AS failed
  FROM (SELECT id, time_created, CASE WHEN ${isObject('data')} THEN data END AS data FROM message WHERE session_id = ?) ORDER BY time_created, id`

const partsOfSession = `
  SELECT messageId, part ->> '$.type' AS type,
    CASE WHEN part ->> '$.type' = 'text' AND json_type(message, '$.summary') = 'true' THEN part ->> '$.text' END AS text
  FROM (
    SELECT part.id AS id, part.message_id AS messageId, CASE WHEN ${isObject('part.data')} THEN part.data END AS part, CASE WHEN ${isObject('message.data')} THEN message.data END AS message
    FROM part JOIN message ON message.id = part.message_id WHERE message.session_id = ?
  )
  WHERE part IS NULL OR part ->> '$.type' IN ('step-start', 'text') ORDER BY messageId, id`

interface MessageRow {
  readonly id: string
  readonly createdAt: number
  /** `null` where the row cannot be read: every message has a role. */
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
  /** `null` where the row cannot be read: every part has a type. */
  readonly type: string | null
  readonly text: string | null
}

const storeOf = (db: Database.Database, file: string): SessionStore => {
  const session = db.prepare<[string], SessionRow>('SELECT parent_id AS parentId, title, directory AS folder, time_created AS createdAt FROM session WHERE id = ?')
  const messages = db.prepare<[string], MessageRow>(messagesOfSession)
  const parts = db.prepare<[string], PartRow>(partsOfSession)
  const readRows = db.transaction((id: string): StoreSession | null => {
    const row = session.get(id)
    if (row === undefined) return null
    const { right: rows, left: unread } = separate(messages.all(id).map(E.fromPredicate(isReadable, (message) => message.id)))
    const { right: partRows, left: unreadParts } = separate(parts.all(id).map(E.fromPredicate(({ type }) => type !== null, ({ messageId }) => messageId)))
    const partsOf = groupBy(({ messageId }: PartRow) => messageId)(partRows)
    return {
      id,
      ...row,
      turns: storeTurns(rows.map((message) => messageOf(message, partsOf[message.id] ?? [])), ledgersNamed),
      unreadable: [...new Set([...unread, ...unreadParts])],
    }
  })
  const read = (id: string): StoreSession | null => {
    try {
      return readRows(id)
    } catch (error) {
      throw new Refusal(`${file} cannot be read any further (${why(error)}); copy it while the harness is not running and check the copy with: sqlite3 FILE "PRAGMA integrity_check"`)
    }
  }
  const ids = db.prepare<[], { readonly id: string }>('SELECT id FROM session').all().map(({ id }) => id)
  const until = db.prepare<[], { readonly until: unknown }>('SELECT max(time_updated) AS until FROM session').get()?.until
  return { ids, until: isTime(until) ? until : null, read, close: () => db.close() }
}

interface SessionRow {
  readonly parentId: string | null
  readonly title: string | null
  readonly folder: string | null
  readonly createdAt: number
}

const isReadable = ({ role, createdAt }: MessageRow): boolean => role !== null && isTime(createdAt)

const why = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const messageOf = ({ id, createdAt, role, agent, mode, parentID, summary, completed, failed }: MessageRow, parts: ReadonlyArray<PartRow>): StoreMessage => ({
  id,
  createdAt,
  info: { role, agent, mode, parentID, summary: summary === 1, time: { completed: completed ?? undefined }, error: failed === 1 ? true : undefined },
  parts: parts.map(({ type, text }) => ({ type, text })),
})
