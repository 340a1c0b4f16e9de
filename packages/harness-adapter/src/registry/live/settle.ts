import { type Entry, signatureOf } from './Entry.js'
import { sameState } from './FileState.js'
import { inParallel } from './inParallel.js'
import { limits } from './limits.js'
import { readEntry } from './readEntry.js'
import { listFolder } from './survey.js'

/**
 * Looks again at the entries that their states cannot vouch for: fresh files and folders, and what failed. Answers with
 * those that are no longer as they were; the others are settled as soon as they are old enough, and cost no further look.
 */
export const settle = async (watched: ReadonlyArray<Entry>): Promise<ReadonlyArray<Entry>> => {
  const doubtful = watched.filter(({ settled }) => !settled)
  const again = await inParallel(doubtful, limits.parallel, lookAgain)
  return doubtful.filter((entry, place) => {
    const now = again[place] ?? entry
    const isSame = sameState(now.state, entry.state) && signatureOf(now.found) === signatureOf(entry.found)
    entry.settled = isSame && now.settled
    return !isSame
  })
}

const lookAgain = async (entry: Entry): Promise<Entry> => {
  const { name, path, state, found } = entry
  return state.kind === 'missing' || state.kind === 'failed'
    ? entry
    : found._tag === 'file'
      ? (await readEntry({ name, path, state }, entry)).entry
      : listFolder(name, path, state, entry)
}
