import type { Verdict } from './Verdict.js'

/** How a story ended. `played` are the actions that were begun. */
export interface Ending {
  readonly verdicts: ReadonlyArray<Verdict>
  readonly errors: ReadonlyArray<string>
  readonly played: number
  /** What else there is to count on this generation of the harness, as the closing line names it. */
  readonly counts: Readonly<Record<string, number>>
}

export interface PlayOptions {
  /** The story ends after so many turns. */
  readonly turns: number
  readonly onProgress?: (turns: number) => void
  /** Whether it ends with the first bad verdict. */
  readonly stopAtFailure?: boolean
  /** A folder that the decision log and the harness's store are copied into in the end. */
  readonly keep?: string
}

/** A doubt whose record named another agent than that of the request: the witness itself was wrong. */
export const isMisled = ({ outcome, witnessRight }: Verdict): boolean => outcome === 'doubt' && !witnessRight

export const isBad = ({ outcome }: Verdict): boolean =>
  outcome === 'wrong' || outcome === 'missing' || outcome === 'spurious'
