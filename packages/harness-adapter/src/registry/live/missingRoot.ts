import { lstatSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { AbsentRegistry, UnreadableRegistry } from '@active-mode/core'
import type { FileState } from './FileState.js'
import type { RootMemory } from './RegistryMemory.js'
import type { Root } from './rootCandidates.js'

/** A registry of which nothing is read. */
export type UnreadRegistry = AbsentRegistry | UnreadableRegistry

/**
 * What a root that is no folder means; `null` where it is one. Only a root that was never there, that nobody named and
 * that no broken link stands for is `absent`, which is silence (design 4).
 */
export const missingRoot = (root: Root, memory: RootMemory, state: FileState): UnreadRegistry | null => {
  switch (state.kind) {
    case 'folder':
      return null
    case 'file':
    case 'other':
      return unreadable('the registry is not a folder')
    case 'failed':
      return unreadable(`the registry cannot be looked at: ${state.code}`)
    case 'missing':
      return memory.seen
        ? unreadable('this process has seen the registry, and it is gone')
        : root.namedByOption
          ? unreadable('the option `registry` names a folder that is not there')
          : leadsThroughBrokenLink(root.path)
            ? unreadable('the path of the registry leads through a link that leads nowhere')
            : { _tag: 'absent' }
  }
}

/** A registry that never came to rest while it was read: nothing of it was one state that could be vouched for. */
export const unsettledRegistry: UnreadableRegistry = {
  _tag: 'unreadable',
  detail: 'the registry changed each time it was read',
}

const unreadable = (detail: string): UnreadableRegistry => ({ _tag: 'unreadable', detail })

/**
 * Whether the deepest part of a missing path that is there at all is a link that leads nowhere: then the registry may well
 * be staged, on a volume that is away. Looked for only while a root is missing.
 */
const leadsThroughBrokenLink = (path: string): boolean => {
  const parent = dirname(path)
  return isThere(path, lstatSync) ? !isThere(path, statSync) : parent !== path && leadsThroughBrokenLink(parent)
}

const isThere = (path: string, look: typeof lstatSync | typeof statSync): boolean => {
  try {
    return look(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}
