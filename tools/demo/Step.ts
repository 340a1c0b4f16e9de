import type { Harness } from '@active-mode/fixtures/harness'

/** One scene of the demo: what is done, and what is promised to each agent whose request reaches the model meanwhile. */
export interface Step {
  readonly name: string
  readonly act: (harness: Harness, session: string) => Promise<unknown>
  /** By agent; an agent that is not named is promised nothing. */
  readonly promises: Readonly<Record<string, string>>
  /** The agents of which at least one request has to reach the model. */
  readonly agents: ReadonlyArray<string>
}
