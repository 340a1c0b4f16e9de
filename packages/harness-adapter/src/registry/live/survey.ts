import { lstatSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { stagingLockFile } from '../format/StagingLock.js'
import {
  type ByteName,
  type Earlier,
  emptyEntry,
  type Entry,
  entryOf,
  type Listing,
  type Located,
  pathBelow,
  thisMoment,
  type Unlisted,
} from './Entry.js'
import { errorCode, type FileState, type FoundState, isSameFolder, type Path, sameState, stateOf } from './FileState.js'
import { limits } from './limits.js'
import { slices, yieldIfDue } from './slices.js'

/** What lies below a root. */
export interface Survey {
  /** Folders, and what is neither folder nor file; the root first. */
  readonly entries: ReadonlyArray<Entry>
  /** The files that the digest covers, by name and in its order. */
  readonly files: Map<ByteName, Located>
  /** Whether a cap was hit, so that the digest would not cover everything. */
  readonly capped: boolean
}

/**
 * Walks the registry as `find -L` does: links followed, dot entries left out, a folder that is its own ancestor not gone
 * into. No file is opened, and a folder is only listed where its state does not prove the earlier listing right. Folders
 * right below the root are listed even past the caps: whether they are bundles must always be known.
 */
export const surveyRegistry = async (root: string, state: FoundState, earlier: Earlier): Promise<Survey> => {
  const entries: Entry[] = []
  const files = new Map<ByteName, Located>()
  let folders = 0
  let capped = false

  const visit = async (folder: Located, above: ReadonlyArray<Located>): Promise<void> => {
    const { name } = folder
    const ancestors = [...above, folder]
    const entry = await listFolder(folder, earlier.get(name))
    entries.push(entry)
    if (entry.found._tag !== 'listing') return
    await yieldIfDue()
    for (const child of await childrenOf(root, name, entry.found.children, earlier)) {
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
        entries.push(emptyEntry(child.name, child.path, is))
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
): Promise<ReadonlyArray<Child>> => {
  const children: Child[] = []
  for await (const slice of slices(names))
    for (const each of slice) {
      const name = folder === '' ? each : `${folder}/${each}`
      const path = earlier.get(name)?.path ?? pathBelow(root, name)
      children.push({ name, path, state: stateOf(path) })
    }
  return children.sort((left, right) => (sortKey(left) < sortKey(right) ? -1 : 1))
}

/** In a whole path the name of a folder is followed by `/`, which sorts after `.` and before any letter. */
const sortKey = ({ name, state }: Child): string => (state.kind === 'folder' ? `${name}/` : name)

/** A folder with its listing: the earlier one where its state proves that it still holds, else a new one. */
export const listFolder = async (folder: Located, earlier: Entry | undefined): Promise<Entry> => {
  if (earlier?.stable === true && earlier.found._tag === 'listing' && sameState(earlier.state, folder.state))
    return earlier
  const now = thisMoment()
  return entryOf(folder, await listNames(folder.path), earlier, now)
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
