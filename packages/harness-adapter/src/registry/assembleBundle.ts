import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { BrokenBundle, Floor, ModeBundle } from '@active-mode/core'
import { decodeCardFile } from './format/card.js'
import type { FileContent } from './format/FileContent.js'
import type { ManifestReading } from './format/manifest.js'
import { manifestFile } from './format/names.js'
import { decodePackFile } from './format/pack.js'

/** All there is to say of one folder of the registry. `unknownKeys` are `file: key.path` strings for doctor. */
export interface BundleReading {
  readonly directory: string
  readonly floor: Floor | null
  readonly bundle: E.Either<BrokenBundle, ModeBundle>
  /** The agent ids that can be read in the manifest, whole or not. */
  readonly readable: ReadonlyArray<string>
  readonly unknownKeys: ReadonlyArray<string>
}

/** The files that a bundle needs beside its manifest. */
export const partFiles = ({ manifest }: ManifestReading): ReadonlyArray<string> =>
  pipe(
    manifest,
    E.match(
      () => [],
      ({ pack, card }) => [pack, card].flatMap((name) => (name === null ? [] : [name])),
    ),
  )

/**
 * A bundle from its manifest and the contents of its part files. A part that cannot be used is missing by name and
 * breaks nothing else: the claim of the mode stands. Its aliases are no matter of the bundle's (`composeSnapshot`).
 */
export const assembleBundle = (reading: ManifestReading, contentOf: (file: string) => FileContent): BundleReading => {
  const { directory, floor, readable } = reading
  const manifestKeys = reading.unknownKeys.map((key) => `${manifestFile}: ${key}`)
  return pipe(
    reading.manifest,
    E.match(
      (broken): BundleReading => ({ directory, floor, bundle: E.left(broken), readable, unknownKeys: manifestKeys }),
      ({ mode, agent, pack, card }): BundleReading => {
        const { part, unknownKeys } = decodePackFile(pack, contentOf)
        return {
          directory,
          floor,
          bundle: E.right({ mode, agent, aliases: [], pack: part, ledgerRule: decodeCardFile(card, contentOf) }),
          readable,
          unknownKeys: [...manifestKeys, ...unknownKeys],
        }
      },
    ),
  )
}
