import type { Decision } from '../log/Decision.js'

/** Where decisions are kept, so that each can be decided again. Nothing waits for it; what it cannot write it counts. */
export interface DecisionLog {
  readonly write: (decision: Decision) => void
}
