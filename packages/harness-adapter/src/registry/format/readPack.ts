import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { MissingWhy, Pack, Part } from '@active-mode/core'
import { decodePack } from './decodePack.js'
import type { FileContent } from './FileContent.js'
import { readToml } from './readToml.js'
import { unknownPackKeys } from './unknownKeys.js'

/** The pack of a mode as a part, and the keys of it that have no effect, as `file: key.path`. */
export interface PackReading {
  readonly part: Part<Pack>
  readonly unknownKeys: ReadonlyArray<string>
}

/** Reads the pack under the name that the manifest gives it. The part is called `pack.toml` whatever that name is. */
export const readPack = (file: string | null, contentOf: (file: string) => FileContent): PackReading => {
  const content = file === null ? null : contentOf(file)
  return file === null || content === null
    ? missing('absent', 'mode.toml: `pack` is missing')
    : content._tag === 'failed'
      ? missing(content.why, `${file}: ${content.detail}`)
      : pipe(
          readToml(file, content.bytes),
          E.match(
            ({ why, detail }) => missing(why, detail),
            (table) => ({
              part: pipe(
                decodePack(table),
                E.match(
                  ({ why, detail }) => missing(why, `${file}: ${detail}`).part,
                  (value): Part<Pack> => ({ _tag: 'present', value }),
                ),
              ),
              unknownKeys: unknownPackKeys(table).map((key) => `${file}: ${key}`),
            }),
          ),
        )
}

const missing = (why: MissingWhy, detail: string): PackReading => ({
  part: { _tag: 'missing', part: 'pack.toml', why, detail },
  unknownKeys: [],
})
