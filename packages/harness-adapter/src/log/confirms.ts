import { decidePosture, type DecisionRequest, type Posture } from '@active-mode/core'

/**
 * Whether the agent that a request turned out to be for has the posture that the model was told. An unresolvable block
 * claims no posture, so nothing gainsays it.
 */
export const confirms = (request: DecisionRequest, posture: Posture, requestAgent: string): boolean => {
  if (posture._tag === 'unresolvable') return true
  if (posture._tag !== 'copilot') return posture.agent === requestAgent
  const { sessionId } = request.sessionInfo
  return decidePosture({ _tag: 'known', sessionId, agent: requestAgent }, request.bundle, { _tag: 'unread' })._tag === 'copilot'
}
