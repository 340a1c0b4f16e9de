import { pathToFileURL } from 'node:url'
import type { DatabaseSync, DatabaseSyncInstance } from '@photostructure/sqlite'

/** A database that is open for reading only. */
export interface Database {
  /** The rows of a query, each as the given expressions over it, in the order of the query. Where the query says `given()` it means the one parameter. */
  readonly rows: <Row extends ReadonlyArray<unknown>>(
    columns: ReadonlyArray<string>,
    query: string,
    given?: string,
  ) => ReadonlyArray<Row>
  /** Reads as of one moment, whatever is written meanwhile. */
  readonly atOnce: <T>(read: () => T) => T
  readonly close: () => void
}

/** The optional package that reads a database. */
export type Reader = typeof DatabaseSync

/*
 * Rows come out through a function of the query, all of them as one text: a call for each row would cost more than all the rest. The
 * reader ends a prepared statement only when it is collected as garbage, and until then the file stays open: a harness that ends
 * meanwhile could not tidy up its write-ahead log.
 */
const wrap = (db: DatabaseSyncInstance): Database => {
  let text: unknown = null
  let parameter: string | null = null
  db.function('give', (rows: unknown) => {
    text = rows
    return null
  })
  db.function('given', { deterministic: true }, () => parameter)
  return {
    rows: <Row extends ReadonlyArray<unknown>>(columns: ReadonlyArray<string>, query: string, given?: string) => {
      text = null
      parameter = given ?? null
      db.exec(`SELECT give(group_concat(json_array(${columns.join(', ')}))) FROM (${query})`)
      return typeof text === 'string' ? (JSON.parse(`[${text}]`) as ReadonlyArray<Row>) : []
    },
    atOnce: (read) => {
      db.exec('BEGIN')
      try {
        return read()
      } finally {
        db.exec('ROLLBACK')
      }
    },
    close: () => db.close(),
  }
}

/** Opens a database that somebody may be writing. */
export const openPlainly = (Reader: Reader, file: string): Database =>
  wrap(new Reader(file, { readOnly: true, timeout: 5000 }))

/** Opens a database as one that never changes: nothing is written beside it, not even for a moment. */
export const openUnchanging = (Reader: Reader, file: string): Database =>
  wrap(new Reader(new URL('?immutable=1', pathToFileURL(file)), { readOnly: true }))
