/** Time, for deadlines and for the log. It never reaches the decision. */
export interface Clock {
  /** The wall clock, in milliseconds. */
  readonly now: () => number
  /** Milliseconds of a clock that only goes forward. */
  readonly elapsed: () => number
  /** The value of `promise`, or `otherwise` when it takes longer than `ms` milliseconds. `promise` must not reject. */
  readonly within: <A>(ms: number, promise: Promise<A>, otherwise: () => A) => Promise<A>
}
