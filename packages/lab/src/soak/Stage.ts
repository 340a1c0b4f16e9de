import type { RegistrySource } from '@active-mode/harness-adapter/library'
import type { Disturber, Meddling, Switched } from '@active-mode/lab/faults'
import type { Harness, Reply, WireRequest } from '@active-mode/lab/harness'
import type { Verdict } from './Verdict.js'

/** How the next request of one session is answered, if it is one that the plan is for. */
export type ReplyPlan = (request: WireRequest) => Reply | Promise<Reply> | undefined

/** Where a story is played. */
export interface Stage {
  readonly harness: Harness
  /** Where the registry lies: not in the default place, so that a copy of the plugin without options has none. */
  readonly registryDir: string
  /** What the project's instructions hold, if anything. */
  sample: string | null
  /** Whether a process of its own is running, which has seen nothing before. */
  isFresh: boolean
  /** The registry as the plugin sees it: read at the same moments, so with the same memory. */
  readonly registry: RegistrySource
  /** The harness's ids of the story's sessions. */
  readonly sessions: Map<number, string>
  /**
   * The agent that each session has selected, by its harness id, as the story's own actions made it; none for a session that
   * nobody selected one for, as a fork. Within a session actions follow each other, so it is never in doubt while a request
   * is judged.
   */
  readonly selected: Map<string, string>
  /** The sessions in which a turn was served. */
  readonly spoken: Set<string>
  readonly plans: Map<string, ReplyPlan>
  /** The plugin that disturbs messages, and the one that shortens system prompts. */
  readonly disturber: Disturber
  readonly shortener: Switched<Meddling>
  readonly verdicts: Verdict[]
}
