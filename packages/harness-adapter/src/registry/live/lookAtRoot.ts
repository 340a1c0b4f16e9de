import { lstatSync, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { AbsentRegistry, UnreadableRegistry } from '@active-mode/core'
import { registryFile } from '../format/names.js'
import type { RootMemory } from '../memory.js'
import { type ByteName, pathBelow } from './Entry.js'
import { type FileState, stateOf } from './FileState.js'
import { markers } from './findBundles.js'
import { yieldIfDue } from './slices.js'

/** Where the registry is, and whether the option named it: then a missing root is a typing error and not silence. */
export interface Root {
  readonly path: string
  readonly namedByOption: boolean
}

/** What a candidate for the root holds: a registry, or what cannot be looked at and may be one; a folder without; nothing. */
export type RootContent = 'registry' | 'empty' | 'nothing'

/** Looks whether a folder counts as the root (design 4): by its listing, without opening a file. */
export const lookAtRoot = async (path: string, memory: RootMemory): Promise<RootContent> => {
  const missing = missingRoot({ path, namedByOption: false }, memory, stateOf(path))
  if (missing !== null) return missing._tag === 'absent' ? 'nothing' : 'registry'
  const names = await list(path)
  if (names === null || names.includes(registryFile)) return 'registry'
  for (const name of names) {
    if (!name.startsWith('.') && (await mayBeBundle(path, name))) return 'registry'
    await yieldIfDue()
  }
  return 'empty'
}

/** As `findBundles` has it: what cannot be listed and a link that leads nowhere may be a bundle. */
const mayBeBundle = async (root: string, name: ByteName): Promise<boolean> => {
  const { kind } = stateOf(pathBelow(root, name))
  if (kind === 'missing' || kind === 'failed') return true
  if (kind !== 'folder') return false
  const children = await list(pathBelow(root, name))
  return children === null || markers.some((marker) => children.includes(marker))
}

const list = (path: string | Buffer): Promise<ReadonlyArray<ByteName> | null> =>
  readdir(path, { encoding: 'latin1' }).catch(() => null)

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

/** A registry that changed each time it was read: nothing of it was one generation. */
export const restlessRegistry: UnreadableRegistry = {
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
