import type { LogSpan } from '../model/LogSpan.js'
import type { StoreSession, StoreTurn } from '../model/StoreSession.js'
import type { TurnCount, TurnExcuse } from '../model/TurnExcuse.js'
import type { RequestFacts } from './judgeCarriage.js'

/** What the store knows of the requests that answer one user message, and how many decisions the log has for it. */
export interface MessageTurns {
  readonly messageId: string
  /** Requests that the model answered and that the log has to account for. */
  expected: number
  decided: number
  agent: string | null
  /** Whether several agents answered it, so that the store does not tell which request was whose. */
  isDisputed: boolean
  at: number
  followsCompaction: boolean
  answered: boolean
}

/** The turns of a session by the user message that they answer, in the store's order. */
export type TurnIndex = ReadonlyMap<string, MessageTurns>

/**
 * Indexes the turns of a session. What a fork copied was not requested in this session, and what was before `since`
 * is not audited; the log cannot account for what is outside of its span, nor yet for a request that is still open.
 */
export const indexTurns = (session: StoreSession, since: number, span: LogSpan): TurnIndex => {
  const index = new Map<string, MessageTurns>()
  let afterCompaction = false
  for (const turn of turnsMadeHere(session, since)) {
    if (turn.kind === 'compaction') {
      afterCompaction = true
      continue
    }
    if (turn.answers === null) continue
    const known = index.get(turn.answers) ?? { messageId: turn.answers, expected: 0, decided: 0, agent: turn.agent, isDisputed: false, at: turn.createdAt, followsCompaction: false, answered: false }
    index.set(turn.answers, known)
    if (afterCompaction && (turn.reachedModel || turn.isOpen)) {
      known.followsCompaction = true
      afterCompaction = false
    }
    if (!turn.reachedModel) continue
    if (!known.answered) known.agent = turn.agent
    else if (known.agent !== turn.agent) known.isDisputed = true
    known.answered = true
    if (excuseOf(session, turn, since, span) === null) known.expected += 1
  }
  return index
}

/** Why a turn is not held against the log; `null` where it is. */
const excuseOf = (session: StoreSession, { createdAt, reachedModel, isOpen, answers }: StoreTurn, since: number, { from, until }: LogSpan): TurnExcuse | null => {
  if (createdAt < session.createdAt) return 'copied-by-fork'
  if (createdAt < since) return 'before-since'
  if (!reachedModel) return 'never-answered'
  if (isOpen) return 'still-open'
  if (answers === null) return 'answers-nothing'
  if (createdAt < from) return 'before-log'
  return createdAt > until ? 'after-log' : null
}

/**
 * Counts the turns of a session by whether they are held against the log. One outside of the log's span that has its
 * decision all the same is: a request is stored shortly before it is decided. Of a session whose log could not be read none is.
 */
export const countTurns = (session: StoreSession, index: TurnIndex, since: number, span: LogSpan, isLogRead: boolean): TurnCount =>
  session.turns.reduce<TurnCount>(
    (count, turn) => {
      if (turn.kind === 'compaction') return count
      const excuse = excuseOf(session, turn, since, span)
      const isDecided = turn.answers !== null && (index.get(turn.answers)?.decided ?? 0) > 0
      const why = (excuse === 'before-log' || excuse === 'after-log') && isDecided ? null : (excuse ?? (isLogRead ? null : 'log-unread'))
      return why === null ? { ...count, held: count.held + 1 } : { ...count, notHeld: { ...count.notHeld, [why]: (count.notHeld[why] ?? 0) + 1 } }
    },
    { held: 0, notHeld: {} },
  )

/** Turns that were requested in this session, at `since` or later. */
export const turnsMadeHere = ({ createdAt, turns }: StoreSession, since: number): ReadonlyArray<StoreTurn> =>
  turns.filter((turn) => turn.createdAt >= createdAt && turn.createdAt >= since)

/** What the store adds to a line of the log. */
export const factsOf = (turns: MessageTurns | undefined): RequestFacts => ({
  storeAgent: turns === undefined || turns.isDisputed ? null : turns.agent,
  followsCompaction: turns?.followsCompaction ?? false,
  neverAnswered: turns !== undefined && !turns.answered,
})
