import type { LoggedDecision } from '../logs/LogRecord.js'
import type { StoreSession, StoreTurn } from '../store/StoreSession.js'
import type { TurnCount, TurnExcuse } from './AuditEvent.js'
import type { LogSpan } from './AuditPorts.js'
import type { RequestFacts } from './judgeCarriage.js'

/**
 * What the store knows of the requests that the log names by one message, and how many decisions the log has for it: those that answer a
 * user message (1.x), or the tries of one step (2.x).
 */
export interface MessageTurns {
  readonly messageId: string
  readonly isStep: boolean
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

/** The turns of a session, in the store's order. */
export interface TurnIndex {
  /** By the message that the log names them by. */
  readonly byMessage: ReadonlyMap<string, MessageTurns>
  /** The steps by the user message before them: a harness 2.x keeps the sessions of 1.x as steps, and the lines of that time name what they answer. */
  readonly answering: ReadonlyMap<string, ReadonlyArray<MessageTurns>>
}

/** Without a store nothing is known. */
export const noTurns: TurnIndex = { byMessage: new Map(), answering: new Map() }

/** The turns that a message of the log stands for; `undefined` where the store knows none. */
export const turnsNamed = ({ byMessage, answering }: TurnIndex, messageId: string): MessageTurns | undefined => {
  const own = byMessage.get(messageId)
  if (own !== undefined) return own
  const steps = answering.get(messageId) ?? []
  return steps.find(({ expected, decided }) => decided < expected) ?? steps.at(-1)
}

/**
 * Indexes the turns of a session. What a fork copied was not requested in this session, and what was before `since`
 * is not audited; the log cannot account for what is outside of its span, nor yet for a request that is still open.
 */
export const createTurnIndex = (session: StoreSession, since: number, span: LogSpan): TurnIndex => {
  const index = new Map<string, MessageTurns>()
  const answering = new Map<string, MessageTurns[]>()
  let afterCompaction = false
  for (const turn of turnsMadeHere(session, since)) {
    if (turn.kind === 'compaction') {
      // One that failed leaves the session as it was.
      afterCompaction = turn.reachedModel || turn.isOpen || afterCompaction
      continue
    }
    const messageId = loggedAs(turn)
    if (messageId === null) continue
    const known = index.get(messageId) ?? {
      messageId,
      isStep: turn.isStep,
      expected: 0,
      decided: 0,
      agent: turn.agent,
      isDisputed: false,
      at: turn.createdAt,
      followsCompaction: false,
      answered: false,
    }
    index.set(messageId, known)
    if (turn.isStep && turn.answers !== null)
      answering.set(turn.answers, [...(answering.get(turn.answers) ?? []), known])
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
  return { byMessage: index, answering }
}

/** The message that the log names the decision of a turn by; `null` where it answers none. */
const loggedAs = ({ id, answers, isStep }: StoreTurn): string | null => (isStep ? id : answers)

const isCopied = ({ createdAt, isCopy }: StoreTurn, session: StoreSession): boolean =>
  isCopy || createdAt < session.createdAt

/** Why a turn is not checked against the log; `null` where it is. */
const excuseOf = (
  session: StoreSession,
  turn: StoreTurn,
  since: number,
  { from, until }: LogSpan,
): TurnExcuse | null => {
  const { createdAt, reachedModel, isOpen } = turn
  if (isCopied(turn, session)) return 'copied-by-fork'
  if (createdAt < since) return 'before-since'
  if (!reachedModel) return 'never-answered'
  if (isOpen) return 'still-open'
  if (loggedAs(turn) === null) return 'answers-nothing'
  if (createdAt < from) return 'before-log'
  return createdAt > until ? 'after-log' : null
}

/**
 * Counts the turns of a session by whether they are checked against the log. One outside of the log's span that has its
 * decision all the same is: a request is stored shortly before it is decided. Of a session whose log could not be read none is.
 */
export const countTurns = (
  session: StoreSession,
  index: TurnIndex,
  since: number,
  span: LogSpan,
  isLogRead: boolean,
): TurnCount => {
  let held = 0
  const notHeld: Partial<Record<TurnExcuse, number>> = {}
  for (const turn of session.turns) {
    if (turn.kind === 'compaction') continue
    const excuse = excuseOf(session, turn, since, span)
    const messageId = loggedAs(turn)
    const isDecided = messageId !== null && (index.byMessage.get(messageId)?.decided ?? 0) > 0
    const why =
      (excuse === 'before-log' || excuse === 'after-log') && isDecided
        ? null
        : (excuse ?? (isLogRead ? null : 'log-unread'))
    if (why === null) held += 1
    else notHeld[why] = (notHeld[why] ?? 0) + 1
  }
  return { held, notHeld }
}

/** Turns that were requested in this session, at `since` or later. */
export const turnsMadeHere = (session: StoreSession, since: number): ReadonlyArray<StoreTurn> =>
  session.turns.filter((turn) => !isCopied(turn, session) && turn.createdAt >= since)

/** What the store adds to a line of the log. */
export const factsOf = (turns: MessageTurns | undefined): RequestFacts => ({
  storeAgent: turns === undefined || turns.isDisputed ? null : turns.agent,
  followsCompaction: turns?.followsCompaction ?? false,
  neverAnswered: turns !== undefined && !turns.answered,
})

/** The most that lies between a decision and the step that the harness stores for it, in milliseconds: the hooks of other plugins. */
const mostApart = 10_000

/**
 * Decisions of a harness 2.x that name no message, each with the step that it was made for: the next one that is stored after it and that
 * has no decision, if it is of the same agent. `null` where there is none: the request was beside the turns, or was never sent.
 */
export const joinByOrder = (
  decisions: ReadonlyArray<LoggedDecision>,
  { byMessage }: TurnIndex,
): ReadonlyArray<readonly [LoggedDecision, MessageTurns | null]> => {
  const steps = [...byMessage.values()].filter(({ isStep }) => isStep)
  return decisions.map((decision) => {
    const made = Date.parse(decision.entry.at)
    const next = steps.find(({ at }) => at >= made)
    const fits =
      next !== undefined &&
      next.decided < next.expected &&
      next.at - made <= mostApart &&
      (decision.entry.requestAgent ?? next.agent) === next.agent
    if (fits) next.decided += 1
    return [decision, fits ? next : null]
  })
}
