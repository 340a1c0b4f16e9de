import { startBreath } from './breath.js'
import type { Entry } from './Entry.js'
import { stateHolds } from './FileState.js'
import { limits } from './limits.js'

/** Whether all is as it was when it was read, told at one go; `false` where that would hold the event loop too long. */
export const fingerprintHolds = (watched: ReadonlyArray<Entry>): boolean => {
  if (watched.length > limits.atOnce) return false
  for (const { path, state } of watched) if (!stateHolds(path, state)) return false
  return true
}

/**
 * What is no longer as it was when it was read: one synchronous `stat` a path and nothing else. A huge
 * registry holds the event loop in slices.
 */
export const changedEntries = async (watched: ReadonlyArray<Entry>): Promise<ReadonlyArray<Entry>> => {
  const breath = startBreath()
  const changed: Entry[] = []
  for (const entry of watched) {
    if (!stateHolds(entry.path, entry.state)) changed.push(entry)
    if (breath.due()) await breath.take()
  }
  return changed
}
