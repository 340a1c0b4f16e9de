import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { decodeText, type TextFailure } from './decodeText.js'
import { parseToml, showTomlFailure } from './parseToml.js'
import type { TomlTable } from './TomlTable.js'

/** The bytes of a TOML file as a table, or why not; every failure names the file. */
export const readToml = (file: string, bytes: Uint8Array): E.Either<TextFailure, TomlTable> =>
  pipe(
    decodeText(bytes),
    E.mapLeft(({ why, detail }): TextFailure => ({ why, detail: `${file}: ${detail}` })),
    E.flatMap((text) =>
      pipe(
        parseToml(text),
        E.mapLeft((failure): TextFailure => ({ why: 'invalid', detail: showTomlFailure(file, failure) })),
      ),
    ),
  )
