import type { HiddenAgent } from '../harness/hiddenAgentsOf.js'

/** The agents that the harness keeps for itself. */
export interface AgentSource {
  /** Asks for them. Settles within `ms` milliseconds; `null` where they could not be had. */
  readonly hidden: (ms: number) => Promise<ReadonlyArray<HiddenAgent> | null>
  /** Whether an earlier answer listed this agent. */
  readonly isKnownHidden: (agent: string) => boolean
}
