/** What a request carried, held against what it had to carry. A conflict is one that was due; any other is wrong. */
export interface Verdict {
  readonly outcome: 'right' | 'conflict' | 'wrong' | 'missing' | 'spurious'
  readonly agent: string
  readonly session: string
  /** Whether the request is a turn, and not one that the harness makes for itself. */
  readonly turn: boolean
  /** Of a conflict: whether its record named the agent that the request is for. */
  readonly witnessRight: boolean
  /** The agent that the session had selected, as the story knows it; `null` if none. */
  readonly selected: string | null
  readonly expected: string | null
  readonly received: ReadonlyArray<string>
}
