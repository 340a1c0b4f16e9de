import type { Decision } from '../request/Decision.js'

/** A decision, and the user message that its request seems to answer, which another plugin may have put there. */
export interface OpenDecision {
  readonly decision: Decision
  readonly seenMessageId: string | null
}

/** The decisions of a session. One at a time is open: made, and not yet confirmed by the harness. */
export interface SessionDecisions {
  readonly open: OpenDecision | null
  /** The number of the newest request that was decided. */
  readonly newest: number
  /** User messages whose decision was given up, so that what the harness says of them later is not taken for the open one's. */
  readonly givenUp: ReadonlyArray<string>
  /** Whether the turn under way was broken off. */
  readonly isAborted: boolean
}

export const noDecisions: SessionDecisions = { open: null, newest: 0, givenUp: [], isAborted: false }

/** A decision that the harness said nothing of, and whether that was to be expected, since its turn was broken off. */
export interface GivenUp {
  readonly decision: Decision
  readonly isAborted: boolean
}

/** What a step leaves behind, and the decision that it gave up, if any. */
export interface Step {
  readonly decisions: SessionDecisions
  readonly givenUp: GivenUp | null
}

/**
 * Request number `request` was decided. The one before it is given up. A request that a newer one overtook is itself given up: its
 * turn was broken off while it waited.
 */
export const open = (decisions: SessionDecisions, request: number, made: OpenDecision): Step => {
  if (decisions.newest > request) return { decisions: without(decisions, made), givenUp: giveUp(made, true) }
  const { decisions: closed, givenUp } = close(decisions)
  return { decisions: { ...closed, open: made, newest: request, isAborted: false }, givenUp }
}

/** The turn is over: an open decision is given up. */
export const close = (decisions: SessionDecisions): Step => {
  const { open: left, isAborted } = decisions
  return left === null
    ? { decisions, givenUp: null }
    : { decisions: { ...without(decisions, left), open: null }, givenUp: giveUp(left, isAborted) }
}

/** The open decision that a request with this user message confirms; `null` where it is a late word of one that was given up. */
export const confirmedBy = (
  { open: left, givenUp }: SessionDecisions,
  messageId: string | null,
): OpenDecision | null =>
  messageId !== null && messageId !== left?.seenMessageId && givenUp.includes(messageId) ? null : left

const giveUp = ({ decision }: OpenDecision, isAborted: boolean): GivenUp => ({ decision, isAborted })

const without = (decisions: SessionDecisions, { seenMessageId }: OpenDecision): SessionDecisions =>
  seenMessageId === null ? decisions : { ...decisions, givenUp: withNewest(decisions.givenUp, seenMessageId) }

/** The most message ids of a session that are kept: many more than prompts that wait for one turn. */
const mostIds = 32

/** A list of ids with one more. The oldest is dropped. */
export const withNewest = (ids: ReadonlyArray<string>, id: string): ReadonlyArray<string> => [
  ...ids.slice(1 - mostIds),
  id,
]
