import type { Clock } from '../environment/Clock.js'

/** The time that one hook may take, and what is left of it, in milliseconds. */
export interface Deadline {
  readonly ms: number
  /** What it has taken so far, past the deadline too. */
  readonly spent: () => number
  readonly left: () => number
}

/** Starts the clock on a deadline. */
export const startDeadline = (clock: Clock, ms: number): Deadline => {
  const start = clock.elapsed()
  const spent = (): number => clock.elapsed() - start
  return { ms, spent, left: () => Math.max(0, ms - spent()) }
}
