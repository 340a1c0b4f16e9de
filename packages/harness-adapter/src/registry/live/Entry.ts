import { performance } from 'node:perf_hooks'
import type { FileFailure } from '../format/FileContent.js'
import { type FileState, type FoundState, isOldEnough, type Path, sameState } from './FileState.js'

/**
 * Names of files are bytes, not text. Inside this folder a *byte name* is a string with one character a byte (latin1):
 * it sorts as `LC_ALL=C` does, loses nothing and is a key of a map.
 */
export type ByteName = string

/** A byte name as text, for people. Bytes that are no UTF-8 show as replacement characters. */
export const shownName = (name: ByteName): string =>
  isAscii(name) ? name : Buffer.from(name, 'latin1').toString('utf8')

/** The path of a byte name below a root: text where the text leads back to the same bytes, else the bytes themselves. */
export const pathBelow = (root: string, name: ByteName): Path => {
  if (isAscii(name)) return `${root}/${name}`
  const bytes = Buffer.from(name, 'latin1')
  const text = bytes.toString('utf8')
  return Buffer.from(text, 'utf8').equals(bytes) ? `${root}/${text}` : Buffer.concat([Buffer.from(`${root}/`), bytes])
}

const isAscii = (name: ByteName): boolean => /^[\x00-\x7f]*$/.test(name)

/** One path below the root that the fingerprint watches, with what was read there. The root's own name is empty. */
export interface Entry {
  readonly name: ByteName
  readonly path: Path
  readonly state: FileState
  readonly found: Listing | FileFound | Unlisted | Nothing
  /** When this state was first seen, on a clock that never goes back, in milliseconds. */
  readonly firstSeen: number
  /** Whether the state alone tells that nothing changed. What failed, or is too fresh to tell, is looked at again. */
  stable: boolean
}

/** What a folder holds, sorted as the digest sorts it; dot entries left out. */
export interface Listing {
  readonly _tag: 'listing'
  readonly children: ReadonlyArray<ByteName>
  /** Whether a stager's lock is among the dot entries. */
  readonly hasLock: boolean
}

/** A folder that could not be listed. */
export interface Unlisted {
  readonly _tag: 'unlisted'
  readonly code: string
}

/** A regular file: the digest of its bytes, or why they could not be had. */
export type FileFound =
  | { readonly _tag: 'file'; readonly sha256: string; readonly failure: null }
  | { readonly _tag: 'file'; readonly sha256: null; readonly failure: FileFailure }

/** Neither a file nor a folder, a link that leads nowhere, or a folder that is not gone into. */
interface Nothing {
  readonly _tag: 'nothing'
}

/** A finding as text that is equal where the finding is: what a decoded bundle was made from is compared by it. */
export const signatureOf = (found: Entry['found']): string => {
  switch (found._tag) {
    case 'file':
      return found.failure === null ? found.sha256 : `${found.failure.why}: ${found.failure.detail}`
    case 'listing':
      return `${found.hasLock ? 'locked' : ''}/${found.children.join('/')}`
    case 'unlisted':
      return `unlisted: ${found.code}`
    case 'nothing':
      return 'nothing'
  }
}

/** A regular file or a folder below a root, as it is found on disk. */
export interface Located {
  readonly name: ByteName
  readonly path: Path
  readonly state: FoundState
}

/** The entries of an earlier reading, by name. */
export type Earlier = ReadonlyMap<ByteName, Entry>

/** The entry of what was found just now in a state. It keeps the time at which an equal state was seen first. */
export const entryOf = (
  { name, path, state }: Located,
  found: Listing | FileFound | Unlisted,
  earlier: Entry | undefined,
  now: Now,
): Entry => {
  const firstSeen = earlier !== undefined && sameState(earlier.state, state) ? earlier.firstSeen : now.elapsed
  return {
    name,
    path,
    state,
    found,
    firstSeen,
    stable: isRepeatable(found) && isOldEnough(state, now.wall, now.elapsed - firstSeen),
  }
}

/** An entry with nothing to read. */
export const emptyEntry = (name: ByteName, path: Path, state: FileState): Entry => ({
  name,
  path,
  state,
  found: { _tag: 'nothing' },
  firstSeen: 0,
  stable: true,
})

/** The moment before a look, in milliseconds: of the wall clock, and of one that never goes back. */
export interface Now {
  readonly wall: number
  readonly elapsed: number
}

export const thisMoment = (): Now => ({ wall: Date.now(), elapsed: performance.now() })

/** A failure may have a cause that no state shows, such as too many open files: it is tried again each time. */
const isRepeatable = (found: Listing | FileFound | Unlisted): boolean =>
  found._tag === 'listing' || (found._tag === 'file' && (found.failure === null || found.failure.why === 'too-large'))

/** The entries of a reading under way, beside those of the one before it. */
export interface EntryRecords {
  /** What the earlier reading found under a name, whether or not it still holds. */
  readonly earlier: (name: ByteName) => Entry | undefined
  /** What the earlier reading found in a file, where its state proves that this still holds. */
  readonly known: (file: Located) => Entry | null
  readonly record: (entry: Entry) => void
  /** Every entry as it is now. */
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
      return entry !== undefined && entry.stable && entry.found._tag === 'file' && sameState(entry.state, state)
        ? entry
        : null
    },
    record: (entry) => {
      all.set(entry.name, entry)
      recorded.add(entry.name)
    },
  }
}
