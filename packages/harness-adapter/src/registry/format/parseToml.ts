import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { parse, TomlError } from 'smol-toml'
import { misreading } from './misreading.js'
import type { TomlTable } from './TomlTable.js'

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
 * that nobody reads must not break a mode. What the parser is known to misread is refused.
 */
export const parseToml = (text: string): E.Either<TomlFailure, TomlTable> =>
  longNumber.test(text)
    ? E.left({ line: 1, column: 1, reason: 'a number of thousands of digits' })
    : pipe(
        E.tryCatch((): TomlTable => parse(text, { integersAsBigInt: 'asNeeded', maxDepth }), failureOf),
        E.flatMap((table) => {
          const reason = misreading(text, table)
          return reason === null ? E.right(table) : E.left({ line: 1, column: 1, reason })
        }),
      )

/**
 * Reading and showing such a number takes more than linear time, most of it in the harness's own runtime. It is looked
 * for from the start of each run of digits only, so that looking takes no more than linear time itself.
 */
const longNumber = /(?:^|[^\d_])[\d_]{4096}/

/** The parser's message goes on with a picture of the text; only its first line is free of it. */
const failureOf = (error: unknown): TomlFailure =>
  error instanceof TomlError
    ? {
        line: error.line,
        column: error.column,
        reason: (error.message.split('\n')[0] ?? '').replace('Invalid TOML document: ', ''),
      }
    : { line: 1, column: 1, reason: 'the parser gave up' }

/** A key that no manifest has. */
const probe = 'active-mode-probe'

/**
 * Whether a table header ends the top level of a TOML text, so that a key which follows is in that table. Told by the parser:
 * a key is added at the end, and this is whether it landed elsewhere. A dotted key and an inline table end nothing.
 */
export const hasHeader = (text: string): boolean =>
  pipe(
    parseToml(`${text}\n${probe} = 1\n`),
    E.exists((table) => !Object.hasOwn(table, probe)),
  )

/** A failure as `file:line:column: reason`. */
export const showTomlFailure = (file: string, { line, column, reason }: TomlFailure): string =>
  `${file}:${String(line)}:${String(column)}: ${reason}`
