/** What was found of the decision log. */
export interface LogView {
  /** `false` where the option decisionLog turns it off. */
  readonly folder: string | false
  /** Whether the option names it by a path that begins in the working folder of each harness. */
  readonly isRelative: boolean
  /** Whether something else than a folder is there. */
  readonly isTaken: boolean
  readonly exists: boolean
  /** Whether this person can write there, or make the folder. */
  readonly writable: boolean
  /** The permission bits of the folder. */
  readonly mode: number | null
  /** All lines, whatever they hold. */
  readonly lines: number
  /** The decisions that the log says it lost. */
  readonly dropped: number
}
