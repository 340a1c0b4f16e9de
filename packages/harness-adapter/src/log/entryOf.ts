import type { DecisionLogEntry } from '@active-mode/core'
import { pluginVersion } from '../environment/version.js'
import type { Decision } from '../request/Decision.js'
import { utf8Length } from '../show/text.js'

/** What a line needs that a decision does not hold. */
export interface EntryContext {
  readonly harness: string | null
  readonly registry: string
  readonly sha256: (text: string) => string
}

/** The line of the decision log for a decision (design 6.1). */
export const entryOf = (decision: Decision, { harness, registry, sha256 }: EntryContext): DecisionLogEntry => ({
  v: 1,
  at: new Date(decision.at).toISOString(),
  sessionId: decision.request.sessionInfo.sessionId,
  messageId: decision.messageId,
  harness,
  plugin: pluginVersion,
  sessionInfo: decision.request.sessionInfo,
  switchStream: decision.request.switchStream,
  registry,
  posture: decision.summary,
  blockSha256: decision.block === null ? null : sha256(decision.block),
  blockBytes: decision.block === null ? 0 : utf8Length(decision.block),
  elapsedMs: decision.elapsedMs,
  requestAgent: decision.requestAgent,
  confirmed: decision.confirmed,
  delivered: decision.delivered,
})
