import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'

/** What was found where a file of a bundle was looked for: its bytes, or why there are none. */
export type FileContent = FileBytes | FileFailure

export interface FileBytes {
  readonly _tag: 'bytes'
  readonly bytes: Uint8Array
}

/** `detail` names the failure (a system error code, a cap), never what the file holds. */
export interface FileFailure {
  readonly _tag: 'failed'
  readonly why: 'absent' | 'unreadable' | 'too-large'
  readonly detail: string
}

/** Why bytes are no text to work with. `detail` has no part of them in it. */
export interface TextFailure {
  readonly why: 'invalid' | 'empty'
  readonly detail: string
}

/**
 * Bytes as UTF-8 text, a leading byte order mark left out. Files of nothing, of white space and of NULs (which a crash
 * leaves behind) are told apart, because an *empty* file is not an empty registry.
 */
export const decodeText = (bytes: Uint8Array): E.Either<TextFailure, string> =>
  bytes.length === 0
    ? empty('the file is empty')
    : isUtf16(bytes)
      ? invalid('the file is UTF-16, not UTF-8')
      : bytes.every((byte) => byte === 0)
        ? invalid('the file holds nothing but NUL bytes')
        : pipe(
            E.tryCatch(
              () => new TextDecoder('utf-8', { fatal: true }).decode(bytes),
              (): TextFailure => ({ why: 'invalid', detail: 'the file is not UTF-8' }),
            ),
            E.flatMap((text) => (text.trim() === '' ? empty('the file holds nothing but white space') : E.right(text))),
          )

const invalid = (detail: string): E.Either<TextFailure, never> => E.left({ why: 'invalid', detail })
const empty = (detail: string): E.Either<TextFailure, never> => E.left({ why: 'empty', detail })

const isUtf16 = ([first, second]: Uint8Array): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
