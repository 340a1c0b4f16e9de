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

/** No registry was ever staged here. */
export const absent: RegistryBundle = { _tag: 'absent' }

/** The registry cannot be read; `detail` is for people. */
export const unreadable = (detail: string): RegistryBundle => ({ _tag: 'unreadable', detail })

/**
 * The modes that claim an agent: those that name it as their `agent`, else those that list it among their aliases,
 * so that a renamed mode and its left-over old bundle live side by side (design 3.1). Ids are compared exactly.
 */
export const modesClaiming =
  (agent: string) =>
  ({ modes }: StagedRegistry): ReadonlyArray<ModeBundle> => {
    const byAgent = modes.filter((mode) => mode.agent === agent)
    return byAgent.length > 0 ? byAgent : modes.filter((mode) => mode.aliases.includes(agent))
  }

/** Whether a broken bundle claims an agent, or its claims cannot be known. */
export const mayClaim =
  (agent: string) =>
  ({ claims }: BrokenBundle): boolean =>
    claims === null || claims.includes(agent)

/** Whether silence is the earned answer for an agent: no mode claims it, and no broken bundle does or might. */
export const isUnclaimed =
  (agent: string) =>
  (registry: StagedRegistry): boolean =>
    modesClaiming(agent)(registry).length === 0 && !registry.broken.some(mayClaim(agent))
