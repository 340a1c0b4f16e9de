import type { Decision } from '../request/Decision.js'

/** Where decisions are kept, so that each can be decided again. Nothing waits for it; what it cannot write it counts. */
export interface DecisionLog {
  /** Takes a decision of which the harness has yet to say whom it was for. Where the process ends before that, it is written as it is. */
  readonly hold: (decision: Decision) => void
  /** Writes a decision, in place of the one that was held for it. */
  readonly write: (decision: Decision, held?: Decision) => void
}
