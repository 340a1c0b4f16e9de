import {
  type DecisionLogEntry,
  isDirecting,
  postureOf,
  type PostureSummary,
  type RegistryBundle,
} from '@active-mode/core'
import { confirms } from '@active-mode/harness-adapter/library'
import type { FindingId } from './Finding.js'

/** What is known of a request beside its line of the log. */
export interface RequestFacts {
  /** The agent that the request was for, as the store says; `null` where it does not. */
  readonly storeAgent: string | null
  readonly followsCompaction: boolean
  /** Whether the store shows that the model never answered, so that nobody was told anything. */
  readonly neverAnswered: boolean
}

/**
 * Whether the request carried what it had to, and was told what it was: at most one finding, the gravest. `outcome` is
 * the posture that follows from the evidence; the agent that the request really was for may belong to another one.
 */
export const judgeCarriage = (
  entry: DecisionLogEntry,
  outcome: PostureSummary,
  bundle: RegistryBundle | null,
  { storeAgent, followsCompaction, neverAnswered }: RequestFacts,
): FindingId | null => {
  const { sessionInfo, requestAgent, confirmed, delivered } = entry
  const agent = storeAgent ?? requestAgent
  const truth = agent === null || bundle === null ? outcome : postureOf(bundle)(agent)
  const carries = entry.blockSha256 !== null
  const isBeliedBy = (witness: string | null): boolean => witness !== null && !confirms(outcome, witness, bundle)
  // The agent that the decision was made for was not the request's: whatever it carried, it was meant for another.
  if (
    confirmed === false &&
    sessionInfo._tag === 'request' &&
    requestAgent !== null &&
    sessionInfo.agent !== requestAgent
  )
    return 'told-another-posture'
  if (carries && delivered === false) return 'block-lost'
  if (!carries && (isDirecting(outcome) || isDirecting(truth)))
    return followsCompaction ? 'compaction-without-block' : 'director-without-block'
  if (!carries && outcome._tag === 'unresolvable') return 'unresolvable-without-block'
  if (carries && (outcome._tag === 'copilot' || (isDirecting(outcome) && truth._tag === 'copilot')))
    return 'copilot-with-block'
  // Whoever edits a line may write `confirmed` as well, so the two agents are compared again.
  if (confirmed === false || isBeliedBy(requestAgent)) return 'told-another-posture'
  if (isBeliedBy(storeAgent)) return 'store-contradicts'
  return (confirmed === null || requestAgent === null) && !neverAnswered ? 'unconfirmed' : null
}
