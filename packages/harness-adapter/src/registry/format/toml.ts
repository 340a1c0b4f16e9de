import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { parse, TomlError } from 'smol-toml'
import { decodeText, type TextFailure } from './FileContent.js'

/** A parsed TOML table. Its values are `unknown`: every reader decodes what it needs. It has no prototype. */
export type TomlTable = Readonly<Record<string, unknown>>

/** Whether a TOML value is a table. Dates and arrays are none. */
export const isTable = (value: unknown): value is TomlTable =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)

/** The value of a key, `undefined` where the table has no such key. A key such as `constructor` is a key like any other. */
export const fieldOf = (table: TomlTable, key: string): unknown => (Object.hasOwn(table, key) ? table[key] : undefined)

/** What kind of TOML value something is, in the words of the TOML specification. For errors, which never show the value. */
export const kindOf = (value: unknown): string =>
  Array.isArray(value)
    ? 'array'
    : isTable(value)
      ? 'table'
      : value instanceof Date
        ? 'date'
        : typeof value === 'bigint'
          ? 'integer'
          : value === undefined
            ? 'missing'
            : typeof value

/** Where and why a text is not TOML. Lines and columns count from 1; `reason` is the parser's, without any of the text. */
export interface TomlFailure {
  readonly line: number
  readonly column: number
  readonly reason: string
}

/** Deep enough for any manifest and pack, shallow enough for any call stack. */
const maxDepth = 64

/**
 * A TOML 1.1 document as a table. Integers that a number cannot hold are kept as bigints: a large number under a key
 * that nobody reads must not break a mode. Text that the parser accepts and misreads is refused.
 */
export const parseToml = (text: string): E.Either<TomlFailure, TomlTable> =>
  longNumber.test(text)
    ? E.left(atStart('a number of thousands of digits'))
    : pipe(
        E.tryCatch((): TomlTable => parse(text, { integersAsBigInt: 'asNeeded', maxDepth }), failureOf),
        E.filterOrElse(
          () => !text.startsWith('\uFEFF'),
          () => atStart('a second byte order mark'),
        ),
        E.filterOrElse(
          () => !lostQuotes.test(text),
          () => atStart('quotes after an escaped line end'),
        ),
      )

const atStart = (reason: string): TomlFailure => ({ line: 1, column: 1, reason })

/** A file of TOML, bytes to table. Every failure names the file. */
export const parseTomlFile = (file: string, bytes: Uint8Array): E.Either<TextFailure, TomlTable> =>
  pipe(
    decodeText(bytes),
    E.mapLeft(({ why, detail }): TextFailure => ({ why, detail: `${file}: ${detail}` })),
    E.flatMap((text) =>
      pipe(
        parseToml(text),
        E.mapLeft(({ line, column, reason }): TextFailure => ({
          why: 'invalid',
          detail: `${file}:${String(line)}:${String(column)}: ${reason}`,
        })),
      ),
    ),
  )

/**
 * Reading and showing such a number takes more than linear time, most of it in the harness's own runtime. It is looked
 * for from the start of each run of digits only, so that looking takes no more than linear time itself.
 */
const longNumber = /(?:^|[^\d_])[\d_]{4096}/

/** Four or five quotes after an escaped line end: the parser drops those that belong to the string (smol-toml 1.9.1). */
const lostQuotes = /\\[\t ]*\r?\n[\t\n\r ]*"{4}/

/** The parser's message goes on with a picture of the text; only its first line is free of it. */
const failureOf = (error: unknown): TomlFailure =>
  error instanceof TomlError
    ? {
        line: error.line,
        column: error.column,
        reason: (error.message.split('\n')[0] ?? '').replace('Invalid TOML document: ', ''),
      }
    : atStart('the parser gave up')

/** A key that no manifest has. */
const probe = 'active-mode-probe'

/**
 * Whether a table header ends the top level of a TOML text, so that a key which follows is in that table. The parser tells:
 * a key is added at the end, and this is whether it landed elsewhere. A dotted key and an inline table end nothing.
 */
export const hasHeader = (text: string): boolean =>
  pipe(
    parseToml(`${text}\n${probe} = 1\n`),
    E.exists((table) => !Object.hasOwn(table, probe)),
  )
