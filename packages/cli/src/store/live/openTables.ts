import { existsSync } from 'node:fs'
import { Refusal } from '../../Io.js'
import { sayError } from '../../show/text.js'
import { joinGenerations } from '../StoreSession.js'
import { type Database, openPlainly, openUnchanging, type Reader } from './Database.js'
import type { SessionStore } from './SessionStore.js'
import { sessionTables1 } from './sessionTables1.js'
import { sessionTables2 } from './sessionTables2.js'

/** How a database is opened, so that another thread can open it in the same way. */
export interface Opening {
  /** What people call it. */
  readonly file: string
  /** What is read: the file itself, or a copy of it. */
  readonly path: string
  /** Whether nobody is writing it. */
  readonly isUnchanging: boolean
}

/** The sessions of a database, read as they are asked for. */
export type SessionReader = Omit<SessionStore, 'expect'>

/** Opens the tables of a database. Throws where it has none of the harness; when it is read, a Refusal where it is damaged. */
export const openTables = (Reader: Reader, { file, path, isUnchanging }: Opening): SessionReader => {
  if (!isUnchanging) return readerOf(openPlainly(Reader, path), file)
  const first = readerOf(openUnchanging(Reader, path), file)
  let current = first
  // A harness that begins to write meanwhile brings a write-ahead log.
  const latest = (): SessionReader => {
    if (current === first && existsSync(`${path}-wal`)) {
      first.close()
      current = readerOf(openPlainly(Reader, path), file)
    }
    return current
  }
  return {
    ...first,
    read: (id) => latest().read(id),
    callsOf: (id, messageId) => latest().callsOf(id, messageId),
    close: () => current.close(),
  }
}

const readerOf = (db: Database, file: string): SessionReader => {
  const [first, second] = [sessionTables1(db), sessionTables2(db)]
  if (first === null && second === null)
    throw new Error('it has neither the tables of the harness 1.x nor those of 2.x')
  const orRefuse = <T>(read: () => T): T => {
    try {
      return db.atOnce(read)
    } catch (error) {
      throw new Refusal(
        `${file} cannot be read any further (${sayError(error)}); copy it while the harness is not running and check the copy with: sqlite3 FILE "PRAGMA integrity_check"`,
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
