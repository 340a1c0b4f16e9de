import type { OwnAgent } from './ownAgentsOf.js'

/** The agents of the harness. */
export interface AgentSource {
  /** Asks for those that the harness keeps for itself. Settles within `ms` milliseconds; `null` where they could not be had. */
  readonly own: (ms: number) => Promise<ReadonlyArray<OwnAgent> | null>
  /** Asks for the names of all of them, in the same way. */
  readonly names: (ms: number) => Promise<ReadonlyArray<string> | null>
  /** Whether an earlier answer listed this agent as the harness's own. */
  readonly isKnownOwn: (agent: string) => boolean
}
