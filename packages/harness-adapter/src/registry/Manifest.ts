import type { BrokenBundle, Floor } from '@active-mode/core'
import type { Either } from 'fp-ts/lib/Either.js'

/** A manifest that could be used. `card` and `pack` are plain file names, `null` where the manifest names none. */
export interface Manifest {
  readonly mode: string
  readonly agent: string
  readonly aliases: ReadonlyArray<string>
  readonly card: string | null
  readonly pack: string | null
}

/** How far one manifest could be read: its floor, then itself or why the bundle is broken. `unknownKeys` is for doctor. */
export interface ManifestReading {
  readonly directory: string
  readonly floor: Floor | null
  readonly manifest: Either<BrokenBundle, Manifest>
  readonly unknownKeys: ReadonlyArray<string>
}
