import * as E from 'fp-ts/lib/Either.js'
import type { RegistryBundle } from '@active-mode/core'
import { isLive } from '../format/StagingLock.js'
import { freshMemory } from '../memory.js'
import { stateOf } from './FileState.js'
import type { Root } from './lookAtRoot.js'
import { missingRoot, restlessRegistry } from './lookAtRoot.js'
import { readRegistry } from './readRegistry.js'
import { rememberReading, snapshotOf } from './snapshotOf.js'

/** One look at a registry, for tools. */
export interface RegistryLook {
  readonly bundle: RegistryBundle
  /** Folders right below the root that are no bundles. */
  readonly ignored: ReadonlyArray<string>
  /** Keys that the format does not know, as `folder/file: key.path`. They have no effect. */
  readonly unknownKeys: ReadonlyArray<string>
  /** Whether a stager's lock is live. */
  readonly stagerAtWork: boolean
  /** Whether the registry is larger than what the digest covers. */
  readonly capped: boolean
}

/** Reads a registry once, with no memory of what this process has seen before: what doctor, audit and `block` look at. */
export const readRegistryOnce = async (root: Root, nowMs: number = Date.now()): Promise<RegistryLook> => {
  const memory = freshMemory()
  const missing = missingRoot(root, memory, stateOf(root.path))
  const reading = missing === null ? await readRegistry(root.path) : null
  if (reading === null)
    return { bundle: missing ?? restlessRegistry, ignored: [], unknownKeys: [], stagerAtWork: false, capped: false }
  const stagerAtWork = reading.lock !== null && isLive(reading.lock, nowMs)
  rememberReading(reading, memory)
  const { bundle, readings, file } = snapshotOf(reading, stagerAtWork, memory, null)
  return {
    bundle,
    ignored: reading.search.ignored,
    unknownKeys: [
      ...readings.flatMap(({ directory, unknownKeys }) => unknownKeys.map((key) => `${directory}/${key}`)),
      ...(file !== null && E.isRight(file) ? file.right.unknownKeys : []),
    ],
    stagerAtWork,
    capped: reading.survey.capped,
  }
}
