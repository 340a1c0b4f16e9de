/**
 * What a request carried, held against what it had to carry. `doubt`: it was told that the evidence conflicts, and it did; any other
 * block than the one that was due is wrong.
 */
export interface Verdict {
  readonly outcome: 'right' | 'doubt' | 'wrong' | 'missing' | 'spurious'
  readonly agent: string
  readonly session: string
  /** Whether the request is a turn, and not one that the harness makes for itself. */
  readonly turn: boolean
  /** Whether the session had another agent selected than the one that the turn is for. */
  readonly isConflict: boolean
  /** What the block's stamp names as the evidence; `null` without a stamp. */
  readonly via: string | null
  /** Of a doubt: whether its record named the agent that the request is for. */
  readonly witnessRight: boolean
  /** The agent that the session had selected, as the story knows it; `null` if none. */
  readonly selected: string | null
  readonly expected: string | null
  readonly received: ReadonlyArray<string>
}

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
