import type { Alias } from './format/registryFile.js'

/** What this process has seen of one bundle. */
export interface RememberedBundle {
  /** Every agent id that it was seen to claim since it was last read whole. */
  readonly claims: ReadonlyArray<string>
  /** Whether these ever were all that it claimed; where not, whoever it claims is unknown. */
  readonly isKnown: boolean
  /** Whether it ever was a mode. Only such a bundle can vanish: a draft that is cleared away was never there. */
  readonly wasWhole: boolean
}

/** What this process has seen of a registry (design 4). */
export interface Remembered {
  /** By folder. */
  readonly bundles: ReadonlyMap<string, RememberedBundle>
  /** The registry file as it was last read to its end; `null` where it never was. */
  readonly file: { readonly aliases: ReadonlyArray<Alias>; readonly hasLedger: boolean } | null
}

/** Of a registry that was never seen before. */
export const nothingRemembered: Remembered = { bundles: new Map(), file: null }
