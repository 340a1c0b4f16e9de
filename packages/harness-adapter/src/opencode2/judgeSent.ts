import { confirms } from '../request/confirms.js'
import type { DecidedRequest } from './OpenRequests.js'

/** What `model.request` proves of a decided request. */
export interface Judged {
  readonly confirmed: boolean | null
  /** Whether the hook that decided was given another agent than the request's; `null` where that is not known. */
  readonly isForged: boolean | null
  /** Whether the model was told the posture of another agent. */
  readonly isWrong: boolean
}

/**
 * Holds the agent that `model.request` names against the one that was decided for. It is the true one: a plugin that writes into the
 * event of an earlier hook does not reach it. A hook that named no agent forged nothing.
 */
export const judgeSent = ({ named, decision, isMixed }: DecidedRequest, agent: string | null): Judged => {
  if (agent === null || isMixed) return { confirmed: null, isForged: null, isWrong: false }
  const { summary, request } = decision
  const isRight = confirms(summary, agent, request.bundle)
  const isForged = named === null ? null : named !== agent
  // What was decided for a forged agent is right by chance only, unless the model was told that nothing is known.
  return { confirmed: isRight && (isForged !== true || summary._tag === 'unresolvable'), isForged, isWrong: !isRight }
}
