import { type DecisionLogEntry, isDirecting, type PostureSummary } from '@active-mode/core'
import { judgeCarriage } from '../audit/judgeCarriage.js'
import { attributesOf, type LogEvent, type Severity } from './LogEvent.js'

/** The event of a decision: what was decided, for whom, and whether it reached the model. No text of a prompt, a file or an answer. */
export const decisionEvent = (entry: DecisionLogEntry, uid: string): LogEvent => {
  const { posture } = entry
  const decided = decidedAgent(entry)
  const directed = posture._tag === 'director' || posture._tag === 'degraded' ? posture : null
  // What the log alone proves. The registry and the store are `audit`'s.
  const finding = judgeCarriage(entry, posture, null, {
    storeAgent: null,
    followsCompaction: false,
    neverAnswered: false,
  })
  return {
    name: 'active_mode.decision',
    uid,
    at: timeOf(entry.at),
    severity: severityOf(posture, finding),
    plugin: entry.plugin,
    harness: entry.harness,
    attributes: attributesOf({
      'log.record.uid': uid,
      'gen_ai.operation.name': 'chat',
      'gen_ai.conversation.id': entry.sessionId,
      'gen_ai.agent.name': entry.requestAgent ?? decided,
      'active_mode.message.id': entry.messageId,
      'active_mode.posture': posture._tag,
      'active_mode.agent': decided,
      'active_mode.mode': directed?.mode ?? null,
      'active_mode.via': directed?.via ?? null,
      'active_mode.reason': reasonsOf(posture),
      'active_mode.registry.digest': directed?.digest ?? null,
      'active_mode.block.sha256': entry.blockSha256,
      'active_mode.block.bytes': entry.blockBytes,
      'active_mode.confirmed': entry.confirmed,
      'active_mode.delivered': entry.delivered,
      'active_mode.finding': finding,
      'active_mode.elapsed_us': Math.round(entry.elapsedMs * 1000),
    }),
  }
}

/** The agent that the decision was made for; `null` where the evidence names none. */
const decidedAgent = ({ posture, sessionInfo }: DecisionLogEntry): string | null => {
  switch (posture._tag) {
    case 'director':
    case 'degraded':
      return posture.agent
    case 'copilot':
    case 'unresolvable':
      return sessionInfo._tag === 'unknown' ? null : sessionInfo.agent
  }
}

/** Why a posture is not that of a whole director, by the names that the log has for it; the details stay in the log, since they hold paths. */
const reasonsOf = (posture: PostureSummary): ReadonlyArray<string> | null => {
  switch (posture._tag) {
    case 'director':
      return null
    case 'degraded':
      return posture.missing.map(({ part, why }) => `${part}-${why}`)
    case 'copilot':
      return [posture.reason._tag]
    case 'unresolvable':
      return posture.reasons.map(({ _tag }) => _tag)
  }
}

const severityOf = (posture: PostureSummary, finding: string | null): Severity => {
  if (finding !== null) return finding === 'unconfirmed' ? 'WARN' : 'ERROR'
  return posture._tag === 'copilot' || (isDirecting(posture) && posture._tag !== 'degraded') ? 'INFO' : 'WARN'
}

/** Milliseconds since the epoch; 0 where the text is no time. */
const timeOf = (at: string): number => {
  const time = Date.parse(at)
  return Number.isNaN(time) ? 0 : time
}
