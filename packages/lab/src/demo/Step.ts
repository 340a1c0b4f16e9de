import type { Stage } from './Stage.js'

/** One scene of the demo: what is done, and what is promised to each agent whose turn reaches the model meanwhile. */
export interface Step {
  readonly name: string
  readonly act: (stage: Stage) => Promise<unknown>
  /** By agent; an agent that is not named is promised nothing, and no request that the harness makes for itself is. */
  readonly promises: Readonly<Record<string, string>>
  /** The agents of which at least one turn has to reach the model. */
  readonly agents: ReadonlyArray<string>
  /** What the harness has to ask for itself. */
  readonly asks?: 'title' | 'compaction'
}
