import type { Either } from 'fp-ts/lib/Either.js'

/** The file of a registry that is ours: at its root, optional, and unknown to stagers (design 4). */
export const registryFile = 'active-mode.toml'

/** A former agent id that still binds a mode. */
export interface Alias {
  readonly id: string
  readonly mode: string
}

/** Entries of `[aliases]` that bind nobody, though somebody is meant: `claims` are the ids that may be. */
export interface UnusableAlias {
  readonly claims: ReadonlyArray<string>
  readonly detail: string
}

/** A registry file that could be read to its end. Aliases are sorted by id. */
export interface RegistryFile {
  readonly aliases: ReadonlyArray<Alias>
  readonly unusable: ReadonlyArray<UnusableAlias>
  /** The sentence that says where the ledgers lie, or that it cannot be known; `null` where the file says nothing of it. */
  readonly ledger: string | null
  /** Whether there is nothing at all in the file: so one looks that is about to be written. */
  readonly isBlank: boolean
  readonly unknownKeys: ReadonlyArray<string>
}

/** Why a registry file cannot be used. `detail` names the file. */
export interface RegistryFileFault {
  readonly why: 'unreadable' | 'invalid' | 'too-large'
  readonly detail: string
}

/** What was found where a registry file may be; `null` where there is none. */
export type RegistryFileReading = Either<RegistryFileFault, RegistryFile> | null

/** What the ledger's line says where its sentence cannot be had (design 5). */
export const unknownLedger = (detail: string): string => `unknown (${detail})`
