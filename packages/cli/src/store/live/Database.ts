import { pathToFileURL } from 'node:url'
import type { DatabaseSync, DatabaseSyncInstance } from '@photostructure/sqlite'

/** A database that is open for reading only. */
export interface Database {
  /** The named columns of a query, in the given order. Where the query says `given()` it means the one parameter. */
  readonly rows: <Row>(
    columns: ReadonlyArray<keyof Row & string>,
    query: string,
    options?: { readonly given?: string; readonly orderBy?: string },
  ) => ReadonlyArray<Row>
  /** Reads as of one moment, whatever is written meanwhile. */
  readonly atOnce: <T>(read: () => T) => T
  readonly close: () => void
}

/** The optional package that reads a database. */
export type Reader = typeof DatabaseSync

/*
 * Rows come out through a function of the query. The reader ends a prepared statement only when it is collected as garbage, and
 * until then the file stays open: a harness that ends meanwhile could not tidy up its write-ahead log.
 */
const wrap = (db: DatabaseSyncInstance): Database => {
  let rows: ReadonlyArray<unknown>[] = []
  let parameter: string | null = null
  // An integer that no number holds is one nearby; as a number the reader would refuse to give it.
  const options = { varargs: true, useBigIntArguments: true } as const
  db.function('give', options, (...values: ReadonlyArray<unknown>) => {
    rows.push(values.map((value) => (typeof value === 'bigint' ? Number(value) : value)))
    return null
  })
  db.function('given', { deterministic: true }, () => parameter)
  return {
    rows: <Row>(
      columns: ReadonlyArray<keyof Row & string>,
      query: string,
      { given, orderBy }: { readonly given?: string; readonly orderBy?: string } = {},
    ) => {
      rows = []
      parameter = given ?? null
      // A function may be called before the rows are in order, so that each has to say its place.
      const place = orderBy === undefined ? '0' : `row_number() OVER (ORDER BY ${orderBy})`
      db.exec(`SELECT give(place, ${columns.join(', ')}) FROM (SELECT ${place} AS place, * FROM (${query}))`)
      return rows
        .toSorted(([one], [other]) => Number(one) - Number(other))
        .map(([, ...values]) => Object.fromEntries(columns.map((name, at) => [name, values[at]])) as Row)
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
