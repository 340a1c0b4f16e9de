import type { RegistrySource } from '@active-mode/harness-adapter/library'
import type { Switched } from '@active-mode/lab/faults'
import type { Harness2 } from '@active-mode/lab/harness2'
import type { SoakDeed2 } from '../../plugins/soakDeeds2.js'
import type { ReplyPlan } from '../Stage.js'
import type { Verdict } from '../Verdict.js'

/** Where a story is played on the second generation. */
export interface Stage2 {
  readonly harness: Harness2
  readonly registryDir: string
  /** The registry as the plugin sees it: read at the same moments, so with the same memory. */
  readonly registry: RegistrySource
  /** The harness's ids of the story's sessions. */
  readonly sessions: Map<number, string>
  /** The sessions in which something was said since they were last compacted. */
  readonly spoken: Set<string>
  readonly plans: Map<string, ReplyPlan>
  readonly neighbours: { readonly [place in 'before' | 'after']: Switched<SoakDeed2> }
  /** What the neighbour before ours shows of a block, if anything. */
  sample: string | null
  /** When a neighbour's file was saved last, in milliseconds since 1970. */
  savedAt: number
  /** Runs that the harness itself failed while it set up plugins again. */
  failedByHarness: number
  readonly verdicts: Verdict[]
}
