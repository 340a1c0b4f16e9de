/** What a process does with the decision log before it ends. */
export interface EndPlan {
  readonly folder: string
  /** How many logs it makes, as many as the plugin has instances. */
  readonly logs: number
  /** How many decisions it hands in. */
  readonly decisions: number
  /** How many decisions it makes that are still open in the end. */
  readonly held: number
  /** After how many turns of the event loop it ends. */
  readonly turns: number
  /** What the harness says its version is; `null`: it never says. */
  readonly version: string | null
  /** Whether the harness takes what it is told of a folder that refuses. */
  readonly listens: boolean
}
