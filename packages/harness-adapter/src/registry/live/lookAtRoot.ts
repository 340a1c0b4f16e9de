import { readdir } from 'node:fs/promises'
import { registryFile } from '../format/names.js'
import { startBreath } from './breath.js'
import { type ByteName, pathBelow } from './bytePath.js'
import { stateOf } from './FileState.js'
import { markers } from './lookForBundles.js'
import { missingRoot } from './missingRoot.js'
import type { RootMemory } from './RegistryMemory.js'

/** What a candidate for the root holds: a registry, or what cannot be looked at and may be one; a folder without; nothing. */
export type RootContent = 'registry' | 'empty' | 'nothing'

/** Looks whether a folder counts as the root (design 4): by its listing, without opening a file. */
export const lookAtRoot = async (path: string, memory: RootMemory): Promise<RootContent> => {
  const missing = missingRoot({ path, namedByOption: false }, memory, stateOf(path))
  if (missing !== null) return missing._tag === 'absent' ? 'nothing' : 'registry'
  const names = await list(path)
  if (names === null || names.includes(registryFile)) return 'registry'
  const breath = startBreath()
  for (const name of names) {
    if (!name.startsWith('.') && (await mayBeBundle(path, name))) return 'registry'
    if (breath.overdue()) await breath.take()
  }
  return 'empty'
}

/** As `lookForBundles` has it: what cannot be listed and a link that leads nowhere may be a bundle. */
const mayBeBundle = async (root: string, name: ByteName): Promise<boolean> => {
  const { kind } = stateOf(pathBelow(root, name))
  if (kind === 'missing' || kind === 'failed') return true
  if (kind !== 'folder') return false
  const children = await list(pathBelow(root, name))
  return children === null || markers.some((marker) => children.includes(marker))
}

const list = (path: string | Buffer): Promise<ReadonlyArray<ByteName> | null> =>
  readdir(path, { encoding: 'latin1' }).catch(() => null)
