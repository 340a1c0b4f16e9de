import { constants, copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Refusal } from '../../Io.js'
import { joinGenerations } from '../StoreSession.js'
import { type Database, openPlainly, openUnchanging, type Reader } from './Database.js'
import type { SessionStore } from './SessionStore.js'
import { sessionTables1 } from './sessionTables1.js'
import { sessionTables2 } from './sessionTables2.js'

/**
 * Opens the harness's database, of either generation or of both, for reading only; the harness may go on writing. Only what the audit needs leaves it: of
 * the messages no text but that of compaction summaries, which is looked through for ledger paths. A row that is not the
 * JSON that the harness writes costs its message. Throws a Refusal where there is no reader for it, or it is no such
 * database; a database that is damaged below its rows refuses when it is read.
 */
export const openDatabase = async (file: string): Promise<SessionStore> => {
  if (!existsSync(file))
    throw new Refusal(
      `${file} is not there; the harness keeps its store in its data folder (~/.local/share/opencode), as opencode.db, or opencode-CHANNEL.db for another release channel`,
    )
  const Reader = await loadReader()
  try {
    return openWith(Reader, file)
  } catch (error) {
    throw new Refusal(
      `${file} cannot be read as the harness's store (${why(error)}); give the database of a harness 1.2 or newer, or use --export`,
    )
  }
}

/**
 * Leaves nothing behind and needs no permission to write. Without a write-ahead log beside it, the file is not being written, and
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
    callsOf: (id, messageId) => current.callsOf(id, messageId),
    close: () => current.close(),
  }
}

const loadReader = async (): Promise<Reader> => {
  try {
    return (await import('@photostructure/sqlite')).DatabaseSync
  } catch {
    throw new Refusal(
      '--store needs the optional package @photostructure/sqlite, which is not installed here; install it, or give --export FILE with what `opencode export SESSION` writes',
    )
  }
}

const storeOf = (db: Database, file: string): SessionStore => {
  const [first, second] = [sessionTables1(db), sessionTables2(db)]
  if (first === null && second === null)
    throw new Error('it has neither the tables of the harness 1.x nor those of 2.x')
  const orRefuse = <T>(read: () => T): T => {
    try {
      return db.atOnce(read)
    } catch (error) {
      throw new Refusal(
        `${file} cannot be read any further (${why(error)}); copy it while the harness is not running and check the copy with: sqlite3 FILE "PRAGMA integrity_check"`,
      )
    }
  }
  const times = [first, second].flatMap((tables) => tables?.until ?? [])
  return {
    ids: [...new Set([...(first?.ids ?? []), ...(second?.ids ?? [])])],
    until: times.length === 0 ? null : Math.max(...times),
    read: (id) => orRefuse(() => joinGenerations(first?.read(id) ?? null, second?.read(id) ?? null)),
    callsOf: (_, messageId) =>
      orRefuse(() => [...(first?.callsOf(messageId) ?? []), ...(second?.callsOf(messageId) ?? [])]),
    close: () => db.close(),
  }
}

const why = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** A copy of a database with its write-ahead log, in a folder of its own. */
interface DatabaseCopy {
  readonly file: string
  readonly remove: () => void
}

/** Copies a database, so that whatever its reader has to write lies beside the copy. Throws where it cannot be copied; then nothing is left. */
const copyDatabase = (file: string): DatabaseCopy => {
  const folder = mkdtempSync(join(tmpdir(), 'active-mode-store-'))
  const copy = join(folder, basename(file))
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  try {
    for (const ending of ['', '-wal']) copyFileSync(`${file}${ending}`, `${copy}${ending}`, constants.COPYFILE_FICLONE)
    return { file: copy, remove }
  } catch (error) {
    remove()
    throw error
  }
}
