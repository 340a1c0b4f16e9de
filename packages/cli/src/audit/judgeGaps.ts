import type { AuditEvent, UndecidedTurns } from './AuditEvent.js'
import type { MessageTurns, TurnIndex } from './TurnIndex.js'

/** A turn without a decision that a lost line may have been the decision of. */
export interface ExcusedTurn {
  readonly messageId: string
  readonly at: string
  readonly agent: string | null
}

/**
 * The turns of the store that the log has no decision for. Lines that are known to be lost, and decisions that name no
 * message, each account for one turn; the result lists the turns that they may stand for. A session that the log does not know at all is one finding.
 */
export function* judgeGaps(
  sessionId: string,
  turns: TurnIndex,
  unplaced: number,
  isLogged: boolean,
): Generator<AuditEvent, ReadonlyArray<ExcusedTurn>> {
  const gaps = [...turns.byMessage.values()].filter(({ expected, decided }) => expected > decided)
  const [first] = gaps
  if (first === undefined) return []
  if (!isLogged) {
    const count = gaps.reduce((sum, { expected }) => sum + expected, 0)
    yield* tell(gapOf(sessionId, first, count), { missing: count, sessionInLog: false })
    return []
  }
  let spare = unplaced
  const excused: ExcusedTurn[] = []
  for (const turn of gaps) {
    const missing = turn.expected - turn.decided
    const count = Math.max(0, missing - spare)
    spare = Math.max(0, spare - missing)
    if (count < missing)
      excused.push({ messageId: turn.messageId, at: new Date(turn.at).toISOString(), agent: turn.agent })
    if (count > 0)
      yield* tell(gapOf(sessionId, turn, count), {
        requests: turn.expected,
        decided: turn.decided,
        missing: count,
        sessionInLog: true,
      })
  }
  return excused
}

const gapOf = (sessionId: string, { messageId, at, agent }: MessageTurns, count: number): UndecidedTurns => ({
  sessionId,
  messageId,
  at: new Date(at).toISOString(),
  agent,
  count,
})

function* tell(gap: UndecidedTurns, evidence: Readonly<Record<string, unknown>>): Generator<AuditEvent> {
  const { sessionId, messageId, at, agent } = gap
  yield {
    _tag: 'finding',
    finding: { id: 'turn-without-decision', sessionId, messageId, at, place: null, evidence: { agent, ...evidence } },
  }
  yield { _tag: 'gap', gap }
}
