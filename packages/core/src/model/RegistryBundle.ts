import type { ModeBundle } from './ModeBundle.js'

/** What a manifest asks of its readers. `pluginFloor` is `null` where the manifest names none. */
export interface Floor {
  readonly directory: string
  readonly schemaVersion: string
  readonly pluginFloor: string | null
}

/** Why a folder of the registry is no mode. */
export type BrokenWhy = 'no-manifest' | 'unreadable' | 'invalid' | 'too-large' | 'vanished' | 'staging'

/** A bundle that cannot be used. `claims` are the agent ids it is known to claim; `null` where that cannot be known. */
export interface BrokenBundle {
  readonly directory: string
  readonly why: BrokenWhy
  readonly detail: string
  readonly claims: ReadonlyArray<string> | null
}

/** The registry of modes, read once. */
export type RegistryBundle = AbsentRegistry | UnreadableRegistry | StagedRegistry

/** No registry folder was ever staged here. */
export interface AbsentRegistry {
  readonly _tag: 'absent'
}

/** The registry is there, or was configured or seen before, and cannot be read. */
export interface UnreadableRegistry {
  readonly _tag: 'unreadable'
  readonly detail: string
}

/**
 * `floors` holds one entry for every manifest that could be read that far, usable or not. `ledger` is what the registry
 * says of where its ledgers lie, in words; `null` where it says nothing and the convention holds (design 5). It decides nothing.
 */
export interface StagedRegistry {
  readonly _tag: 'staged'
  readonly digest: string
  readonly ledger: string | null
  readonly floors: ReadonlyArray<Floor>
  readonly modes: ReadonlyArray<ModeBundle>
  readonly broken: ReadonlyArray<BrokenBundle>
}
