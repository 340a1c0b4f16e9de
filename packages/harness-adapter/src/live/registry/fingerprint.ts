import { startBreath } from './breath.js'
import type { Entry } from './Entry.js'
import { limits } from './limits.js'
import { stampHolds } from './Stamp.js'

/** Whether all is as it was when it was read, told at one go; `false` where that would hold the event loop too long. */
export const fingerprintHolds = (watched: ReadonlyArray<Entry>): boolean => {
  if (watched.length > limits.atOnce) return false
  for (const { path, stamp } of watched) if (!stampHolds(path, stamp)) return false
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
    if (!stampHolds(entry.path, entry.stamp)) changed.push(entry)
    if (breath.due()) await breath.take()
  }
  return changed
}
