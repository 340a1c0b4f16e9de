import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as NEA from 'fp-ts/lib/NonEmptyArray.js'
import type { Gate, MissingWhy, Pack, Part } from '@active-mode/core'
import type { FileContent, TextFailure } from './FileContent.js'
import { decodeForm, type Fault, showFault, unknownKeys } from './Form.js'
import { PackForm } from './forms.js'
import { parseTomlFile, type TomlTable } from './toml.js'

/** The pack of a mode as a part, and the keys of it that have no effect, as `file: key.path`. */
export interface PackReading {
  readonly part: Part<Pack>
  readonly unknownKeys: ReadonlyArray<string>
}

/** The pack in the file that the manifest names. The part is called `pack.toml` whatever that name is. */
export const decodePackFile = (file: string | null, contentOf: (file: string) => FileContent): PackReading =>
  file === null ? missing('absent', 'mode.toml: `pack` is missing') : readingOf(file, contentOf(file))

const readingOf = (file: string, content: FileContent): PackReading =>
  content._tag === 'failed'
    ? missing(content.why, `${file}: ${content.detail}`)
    : pipe(
        parseTomlFile(file, content.bytes),
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
            unknownKeys: unknownKeys(PackForm, table).map((key) => `${file}: ${key}`),
          }),
        ),
      )

const missing = (why: MissingWhy, detail: string): PackReading => ({
  part: { _tag: 'missing', part: 'pack.toml', why, detail },
  unknownKeys: [],
})

/** A pack, or the first thing that is wrong with it. One without phases, and right otherwise, is `empty`: it says nothing. */
export const decodePack = (table: TomlTable): E.Either<TextFailure, Pack> =>
  pipe(
    decodeForm(PackForm, table),
    E.bimap(
      (faults) => {
        const first = faults.find((fault) => !hasNoPhases(fault))
        return first === undefined
          ? { why: 'empty' as const, detail: 'the pack has no phases' }
          : { why: 'invalid' as const, detail: showFault(first) }
      },
      ({ closing_artifact: artifact, phases, handoffs = [] }) => ({
        closingArtifact: artifact === undefined || artifact.trim() === '' ? null : artifact,
        phases: pipe(
          phases,
          NEA.map(({ name, roles = [], gates }) => ({ name, roles, gates: gates.map(gateOf) })),
        ),
        handoffs: handoffs.map(({ kind, target }) => ({ kind, target })),
      }),
    ),
  )

const gateOf = ({ name, kind, owner }: Gate): Gate => ({ name, kind, owner })

/** Whether what is wrong is that there are no phases at all. */
export const hasNoPhases = ({ path, value }: Fault): boolean =>
  path === 'phases' && (value === undefined || Array.isArray(value))
