/** What a mode is made from. Nothing of it is trusted but the name of the mode, which is a slug. */
export interface ModeWish {
  readonly mode: string
  /** The id of the agent that directs, as the harness has it. */
  readonly agent: string
  /** What the agent is for, in a sentence; `null` where nobody said. */
  readonly description: string | null
}

/** A file that `new` writes, with its whole text. */
export interface NewFile {
  readonly path: string
  /** What it is, for the person. */
  readonly what: string
  readonly text: string
}
