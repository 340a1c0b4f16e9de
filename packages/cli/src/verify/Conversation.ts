import type { LoadState } from '../setup/decodeConfig.js'

/** An agent as the harness lists it. */
export interface HarnessAgent {
  readonly id: string
  /** Whether a person can choose it: no agent of the harness's own, and no subagent. */
  readonly isPrimary: boolean
  /** Its own prompt; `null` where it has none. */
  readonly prompt: string | null
}

/** A running harness of either generation, in the words of `verify`. Each call fails with an Error that says what failed. */
export interface Conversation {
  readonly agents: () => Promise<ReadonlyArray<HarnessAgent>>
  /** Opens a session for an agent. */
  readonly open: (agent: string) => Promise<string>
  readonly say: (session: string, agent: string, text: string) => Promise<void>
  /** Compacts the session; on 1.x the agent then goes on by itself. */
  readonly compact: (session: string) => Promise<void>
  /** What came of each plugin, where the harness says so (2.x); known when a turn is over. */
  readonly loaded: () => Promise<ReadonlyArray<LoadState> | null>
}
