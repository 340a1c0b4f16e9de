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
