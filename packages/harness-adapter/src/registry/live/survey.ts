import { lstatSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { performance } from 'node:perf_hooks'
import type { Breath } from './breath.js'
import { type ByteName, pathBelow } from './bytePath.js'
import type { Entry, Listing, Unlisted } from './Entry.js'
import { errorCode } from './errorCode.js'
import { type FileState, type FoundState, isSameFolder, type Path, sameState, stateOf } from './FileState.js'
import { isFresh, tickMs } from './isFresh.js'
import { limits } from './limits.js'
import { stagingLockFile } from './StagingLock.js'

/** A regular file below a root, as it is found on disk. */
export interface SurveyedFile {
  readonly name: ByteName
  readonly path: Path
  readonly state: FoundState
}

/** A folder below a root, as it is found on disk. The root's own name is empty. */
type SurveyedFolder = SurveyedFile

/** What lies below a root. */
export interface Survey {
  /** Folders, and what is neither folder nor file; the root first. */
  readonly entries: ReadonlyArray<Entry>
  /** The files that the digest covers, by name and in its order. */
  readonly files: Map<ByteName, SurveyedFile>
  /** Whether a cap was hit, so that the digest would not cover everything. */
  readonly capped: boolean
}

/** The entries of an earlier reading, by name. */
export type Earlier = ReadonlyMap<ByteName, Entry>

/**
 * Walks the registry as `find -L` does: links followed, dot entries left out, a folder that is its own ancestor not gone
 * into. No file is opened, and a folder is only listed where its state does not vouch for the earlier listing. Folders
 * right below the root are listed even past the caps: whether they are bundles must always be known.
 */
export const surveyRegistry = async (
  root: string,
  state: FoundState,
  earlier: Earlier,
  breath: Breath,
): Promise<Survey> => {
  const entries: Entry[] = []
  const files = new Map<ByteName, SurveyedFile>()
  let folders = 0
  let capped = false

  const visit = async (folder: SurveyedFolder, above: ReadonlyArray<SurveyedFolder>): Promise<void> => {
    const { name, path, state: at } = folder
    const ancestors = [...above, folder]
    const entry = await listFolder(name, path, at, earlier.get(name))
    entries.push(entry)
    if (entry.found._tag !== 'listing') return
    if (breath.overdue()) await breath.take()
    for (const child of await childrenOf(root, name, entry.found.children, earlier, breath)) {
      const { state: is } = child
      if (is.kind === 'file') {
        capped ||= files.size >= limits.files
        if (!capped) files.set(child.name, { ...child, state: is })
      } else if (
        is.kind === 'folder' &&
        !ancestors.some((ancestor) => isSameFolder(ancestor, { ...child, state: is }))
      ) {
        folders += 1
        capped ||= folders > limits.folders
        if (!capped || name === '') await visit({ ...child, state: is }, ancestors)
      } else if (is.kind !== 'missing' || isLink(child.path)) {
        entries.push({ ...child, found: { _tag: 'nothing' }, firstSeen: 0, settled: true })
      }
    }
  }

  await visit({ name: '', path: root, state }, [])
  return { entries, files, capped }
}

/** Whether a path that leads nowhere is a link, or something that has just been taken away. */
const isLink = (path: Path): boolean => {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return true
  }
}

interface Child {
  readonly name: ByteName
  readonly path: Path
  readonly state: FileState
}

/** The children of a folder with their states, in the order in which their whole paths sort. */
const childrenOf = async (
  root: string,
  folder: ByteName,
  names: ReadonlyArray<ByteName>,
  earlier: Earlier,
  breath: Breath,
) => {
  const children: Child[] = []
  for (const each of names) {
    const name = folder === '' ? each : `${folder}/${each}`
    const path = earlier.get(name)?.path ?? pathBelow(root, name)
    children.push({ name, path, state: stateOf(path) })
    if (breath.due()) await breath.take()
  }
  return children.sort((left, right) => (sortKey(left) < sortKey(right) ? -1 : 1))
}

/** In a whole path the name of a folder is followed by `/`, which sorts after `.` and before any letter. */
const sortKey = ({ name, state }: Child): string => (state.kind === 'folder' ? `${name}/` : name)

/** A folder with its listing: the earlier one where its state vouches for it, else a new one. */
export const listFolder = async (
  name: ByteName,
  path: Path,
  state: FoundState,
  earlier: Entry | undefined,
): Promise<Entry> => {
  const same = earlier !== undefined && sameState(earlier.state, state) ? earlier : undefined
  if (same?.settled === true && same.found._tag === 'listing') return same
  const now = performance.now()
  const firstSeen = same?.firstSeen ?? now
  const isOld = !isFresh(state, Date.now()) || now - firstSeen > tickMs(state)
  const found = await listNames(path)
  return { name, path, state, found, firstSeen, settled: isOld && found._tag === 'listing' }
}

/** What a folder holds as it is now. */
export const listNames = async (path: Path): Promise<Listing | Unlisted> => {
  try {
    const names: ReadonlyArray<ByteName> = await readdir(path, { encoding: 'latin1' })
    const children = names.filter((name) => !name.startsWith('.'))
    return children.length > limits.files + limits.folders
      ? { _tag: 'unlisted', code: `more than ${String(limits.files + limits.folders)} entries` }
      : { _tag: 'listing', children: children.sort(), hasLock: names.includes(stagingLockFile) }
  } catch (error) {
    return { _tag: 'unlisted', code: errorCode(error) }
  }
}
