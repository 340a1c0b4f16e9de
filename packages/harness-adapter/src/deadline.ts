import type { Clock } from './port/Clock.js'

/** The time that one hook may take, and what is left of it, in milliseconds. */
export interface Deadline {
  readonly ms: number
  readonly left: () => number
}

/** Starts the clock on a deadline. */
export const startDeadline = (clock: Clock, ms: number): Deadline => {
  const start = clock.elapsed()
  return { ms, left: () => Math.max(0, ms - (clock.elapsed() - start)) }
}
