import { type Entry, signatureOf } from './Entry.js'
import { sameState, stateHolds } from './FileState.js'
import { limits } from './limits.js'
import { readEntry } from './readFile.js'
import { inParallel, slices } from './slices.js'
import { listFolder } from './survey.js'

/** Whether all is as it was when it was read, told at one go; `false` where that would hold the event loop too long. */
export const isUnchanged = (watched: ReadonlyArray<Entry>): boolean => {
  if (watched.length > limits.atOnce) return false
  for (const { path, state } of watched) if (!stateHolds(path, state)) return false
  return true
}

/** What is no longer as it was when it was read: one synchronous `stat` a path and nothing else. */
export const changedEntries = async (watched: ReadonlyArray<Entry>): Promise<ReadonlyArray<Entry>> => {
  const changed: Entry[] = []
  for await (const slice of slices(watched))
    for (const entry of slice) if (!stateHolds(entry.path, entry.state)) changed.push(entry)
  return changed
}

/**
 * Looks again at the entries whose states prove nothing: fresh files and folders, and what failed. Answers with those that
 * are no longer as they were; the others become stable as soon as they are old enough, and cost no further look.
 */
export const recheck = async (watched: ReadonlyArray<Entry>): Promise<ReadonlyArray<Entry>> => {
  const doubtful = watched.filter(({ stable }) => !stable)
  const again = await inParallel(doubtful, lookAgain)
  return doubtful.filter((entry, place) => {
    const now = again[place] ?? entry
    const isSame = sameState(now.state, entry.state) && signatureOf(now.found) === signatureOf(entry.found)
    entry.stable = isSame && now.stable
    return !isSame
  })
}

const lookAgain = async (entry: Entry): Promise<Entry> => {
  const { name, path, state, found } = entry
  return state.kind === 'missing' || state.kind === 'failed'
    ? entry
    : found._tag === 'file'
      ? (await readEntry({ name, path, state }, entry)).entry
      : listFolder({ name, path, state }, entry)
}
