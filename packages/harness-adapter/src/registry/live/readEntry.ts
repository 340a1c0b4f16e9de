import { performance } from 'node:perf_hooks'
import type { FileContent } from '../format/FileContent.js'
import type { Entry, FileFound } from './Entry.js'
import { sameState } from './FileState.js'
import { isFresh, tickMs } from './isFresh.js'
import { limits } from './limits.js'
import { readFileOnce, tooLarge } from './readFileOnce.js'
import type { SurveyedFile } from './survey.js'

/** A file's entry together with its content, which nobody keeps longer than it takes to decode it. */
export interface EntryRead {
  readonly entry: Entry
  readonly content: FileContent
}

/** Reads one surveyed file. One that is larger than the cap is not even opened. */
export const readEntry = async (
  { name, path, state: surveyed }: SurveyedFile,
  earlier: Entry | undefined,
): Promise<EntryRead> => {
  const now = performance.now()
  const wallNow = Date.now()
  const { content, state: opened } =
    surveyed.size > limits.fileBytes ? { content: tooLarge, state: surveyed } : await readFileOnce(path)
  const state = opened ?? surveyed
  const firstSeen = earlier !== undefined && sameState(earlier.state, state) ? earlier.firstSeen : now
  const isOld = !isFresh(state, wallNow) || now - firstSeen > tickMs(state)
  const found: FileFound =
    content._tag === 'bytes'
      ? { _tag: 'file', sha256: content.sha256, failure: null }
      : { _tag: 'file', sha256: null, failure: content }
  // A failure may have a cause that no state shows, such as too many open files: it is tried again each time.
  const isVouchedFor = content._tag === 'bytes' || content.why === 'too-large'
  return { content, entry: { name, path, state, found, firstSeen, settled: isVouchedFor && isOld } }
}
