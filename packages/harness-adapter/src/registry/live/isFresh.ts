import type { FoundState } from './FileState.js'

/** The two times of a state. */
type Times = Pick<FoundState, 'modified' | 'changed'>

/**
 * Whether a state is too fresh to tell two edits apart, as in git's *racy* entries. File systems count time in ticks: an
 * edit of equal length in the tick of the one before leaves the state as it is. A time in the future tells nothing, so it
 * is fresh too.
 */
export const isFresh = (times: Times, nowMs: number): boolean =>
  nowMs - Math.max(times.modified, times.changed) < tickMs(times)

/**
 * How long after a state was first seen no edit can share its tick any more, in milliseconds: a tick is at most 10 ms
 * where times have a fraction of a second, and 1 or 2 s where they have none.
 */
export const tickMs = ({ modified, changed }: Times): number =>
  modified % 1000 === 0 && changed % 1000 === 0 ? 2_100 : 100
