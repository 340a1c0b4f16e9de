import { startBreath } from './breath.js'
import type { Entry } from './Entry.js'
import { stampHolds } from './Stamp.js'

/**
 * What is no longer as it was when it was read: one synchronous `stat` a path and nothing else. Every request pays this, so
 * a registry of usual size is done before the first look at the clock, and a huge one holds the event loop in slices.
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
