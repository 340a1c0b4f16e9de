import type { Either } from 'fp-ts/lib/Either.js'
import type { BrokenBundle, Floor } from '@active-mode/core'

/** A manifest that could be used. `card` and `pack` are plain file names, `null` where the manifest names none. */
export interface Manifest {
  readonly mode: string
  readonly agent: string
  readonly card: string | null
  readonly pack: string | null
}

/** How far one manifest could be read: its floor, then itself or why the bundle is broken. `unknownKeys` is for doctor. */
export interface ManifestReading {
  readonly directory: string
  readonly floor: Floor | null
  readonly manifest: Either<BrokenBundle, Manifest>
  /** The agent ids that can be read in it, whole or not: a broken bundle claims them beside what it was seen to claim. */
  readonly readable: ReadonlyArray<string>
  readonly unknownKeys: ReadonlyArray<string>
}
