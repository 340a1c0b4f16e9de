import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'

/** Why bytes are no text to work with. `detail` has no part of them in it. */
export interface TextFailure {
  readonly why: 'invalid' | 'empty'
  readonly detail: string
}

const invalid = (detail: string): E.Either<TextFailure, never> => E.left({ why: 'invalid', detail })
const empty = (detail: string): E.Either<TextFailure, never> => E.left({ why: 'empty', detail })

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

const isUtf16 = ([first, second]: Uint8Array): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
