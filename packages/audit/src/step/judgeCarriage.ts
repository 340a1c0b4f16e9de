import type { DecisionLogEntry, PostureSummary, RegistryBundle } from '@active-mode/core'
import type { FindingId } from '../model/Finding.js'
import { agentPosture, isDirecting } from './agentPosture.js'

/** What is known of a request beside its line of the log. */
export interface RequestFacts {
  /** The agent that the request was for, as the store says; `null` where it does not. */
  readonly storeAgent: string | null
  readonly followsCompaction: boolean
  /** Whether the store shows that the model never answered, so that nobody was told anything. */
  readonly neverAnswered: boolean
}

/**
 * Whether the request carried what it had to: at most one finding, the gravest. `outcome` is the posture that follows
 * from the evidence; the agent that the request really was for may belong to another one.
 */
export const judgeCarriage = (
  entry: DecisionLogEntry,
  outcome: PostureSummary['_tag'],
  bundle: RegistryBundle | null,
  { storeAgent, followsCompaction, neverAnswered }: RequestFacts,
): FindingId | null => {
  const agent = storeAgent ?? entry.requestAgent
  const truth = agent === null || bundle === null ? outcome : agentPosture(entry.sessionId, agent, bundle)
  const carries = entry.blockSha256 !== null
  if (!carries && (isDirecting(outcome) || isDirecting(truth))) return followsCompaction ? 'compaction-without-block' : 'director-without-block'
  if (!carries && outcome === 'unresolvable') return 'unresolvable-without-block'
  if (carries && (outcome === 'copilot' || (isDirecting(outcome) && truth === 'copilot'))) return 'copilot-with-block'
  if (entry.confirmed === false) return 'told-another-posture'
  return entry.confirmed === null && !neverAnswered ? 'unconfirmed' : null
}
