import type { ByteName } from './bytePath.js'
import type { Entry } from './Entry.js'
import { sameState } from './FileState.js'
import type { Earlier, SurveyedFile } from './survey.js'

/** The entries of a reading under way, beside those of the one before it. */
export interface EntryRecords {
  /** What the earlier reading found under a name, whether or not it still holds. */
  readonly earlier: (name: ByteName) => Entry | undefined
  /** What the earlier reading found in a file, where its state vouches that this still holds. */
  readonly known: (file: SurveyedFile) => Entry | null
  readonly record: (entry: Entry) => void
  /** Every entry as it stands now. */
  readonly all: ReadonlyMap<ByteName, Entry>
  /** The names that this reading has recorded itself. */
  readonly recorded: ReadonlySet<ByteName>
}

/** Starts the records of a reading with the entries that are on record already. */
export const startRecords = (earlier: Earlier, start: Earlier): EntryRecords => {
  const all = new Map(start)
  const recorded = new Set<ByteName>()
  return {
    all,
    recorded,
    earlier: (name) => earlier.get(name),
    known: ({ name, state }) => {
      const entry = earlier.get(name)
      return entry !== undefined && entry.settled && entry.found._tag === 'file' && sameState(entry.state, state)
        ? entry
        : null
    },
    record: (entry) => {
      all.set(entry.name, entry)
      recorded.add(entry.name)
    },
  }
}
