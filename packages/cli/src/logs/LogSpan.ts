/**
 * The time for which the log accounts for every turn of a session: what was before may have been pruned, and what is
 * after may have been on a machine that logs nothing. Milliseconds since the epoch, both included.
 */
export interface LogSpan {
  readonly from: number
  readonly until: number
}
