import type { DecisionRequest, Posture, PostureSummary } from '@active-mode/core'

/** A decision of one request, from the splice until the harness said for which agent the request was. */
export interface Decision {
  /** Wall clock, in milliseconds. */
  readonly at: number
  readonly request: DecisionRequest
  readonly posture: Posture
  readonly summary: PostureSummary
  /** The block that is to be spliced, and once that is done the one that stands in the text: of another copy of the plugin where this one has none. `null` where none stands. */
  readonly block: string | null
  /** The user message that the request answers, on the harness 2.x the assistant message of the answer, as the harness said; `null` where it said nothing. */
  readonly messageId: string | null
  readonly elapsedMs: number
  readonly requestAgent: string | null
  readonly confirmed: boolean | null
  /** Whether the block was seen in the body that went out; `null` where nothing could be seen, or there was none. */
  readonly delivered: boolean | null
}
