import type { DecisionRequest, Posture, PostureSummary } from '@active-mode/core'

/** The decision of one request, from the splice until the harness said for which agent the request was. */
export interface Decision {
  /** Wall clock, in milliseconds. */
  readonly at: number
  readonly request: DecisionRequest
  readonly posture: Posture
  readonly summary: PostureSummary
  /** Before the splice: the block to be written. After it: the block in the system text, also one of another copy of the plugin. `null`: none. */
  readonly block: string | null
  /** 1.x: the user message that the request answers. 2.x: the assistant message of the answer. `null` where the harness said nothing. */
  readonly messageId: string | null
  readonly elapsedMs: number
  readonly requestAgent: string | null
  readonly confirmed: boolean | null
  /** Whether the block was seen in the body that went out; `null` where nothing could be seen, or there was none. */
  readonly delivered: boolean | null
}

/** Of a request that has not gone out yet nothing is confirmed. */
export const unconfirmed = { requestAgent: null, confirmed: null, delivered: null } as const
