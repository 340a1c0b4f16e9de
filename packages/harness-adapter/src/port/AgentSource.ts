import type { OwnAgent } from '../harness/ownAgentsOf.js'

/** The agents that the harness keeps for itself. */
export interface AgentSource {
  /** Asks for them. Settles within `ms` milliseconds; `null` where they could not be had. */
  readonly own: (ms: number) => Promise<ReadonlyArray<OwnAgent> | null>
  /** Whether an earlier answer listed this agent. */
  readonly isKnownOwn: (agent: string) => boolean
}
