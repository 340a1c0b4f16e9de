/** What was found of the decision log. */
export interface LogView {
  /** `false` where the option decisionLog turns it off. */
  readonly folder: string | false
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
