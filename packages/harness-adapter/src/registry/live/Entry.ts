import type { FileFailure } from '../format/FileContent.js'
import type { ByteName } from './bytePath.js'
import type { FileState, Path } from './FileState.js'

/** One path below the root that the fingerprint watches, with what was read there. The root's own name is empty. */
export interface Entry {
  readonly name: ByteName
  readonly path: Path
  readonly state: FileState
  readonly found: Listing | FileFound | Unlisted | Nothing
  /** When this state was first seen, on a clock that never goes back, in milliseconds. */
  readonly firstSeen: number
  /** Whether the state alone tells that nothing changed. What failed, or is too fresh to tell, is looked at again. */
  settled: boolean
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
