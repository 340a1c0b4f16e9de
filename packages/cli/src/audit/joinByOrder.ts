import type { LoggedDecision } from '../logs/LogRecord.js'
import type { MessageTurns, TurnIndex } from './indexTurns.js'

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
