import type { RegistryBundle } from '@active-mode/core'
import { isLive } from '../format/StagingLock.js'
import { answerIn, idle, type ReaderState, whenAsked, whenRead } from '../ReaderState.js'
import type { RegistrySource } from '../RegistrySource.js'
import { changedEntries, isUnchanged, recheck } from './changes.js'
import type { Entry } from './Entry.js'
import { errorCode, stateOf } from './FileState.js'
import type { Root } from './lookAtRoot.js'
import { missingRoot, restlessRegistry, type UnreadRegistry } from './lookAtRoot.js'
import { memoryOf } from './processMemory.js'
import type { RegistryReading } from './readPass.js'
import { readRegistry, rereadRegistry } from './readRegistry.js'
import { yieldIfMany } from './slices.js'
import { rememberReading, type Snapshot, snapshotOf, unreadSnapshot } from './snapshotOf.js'

/**
 * The registry at one root, read when it changes and not before (design 4). Each `snapshot` looks at every path once
 * (`stat`, synchronous) and opens nothing while all is unchanged. Requests that come during a reading share the one after
 * it: it starts later than they did, so an edit made before a request always shows in its answer.
 * `now` is the wall clock in milliseconds, for the age of a stager's heartbeat.
 */
export const createRootReader = (root: Root, now: () => number): RegistrySource => {
  const memory = memoryOf(root.path)
  let latest: Snapshot | null = null
  let state: ReaderState<Promise<RegistryBundle>> = idle

  const isStagerAtWork = ({ lock }: RegistryReading): boolean => lock !== null && isLive(lock, now())

  /** Whether a snapshot still says what there is to say of a reading: a lock may have died, another copy may have seen more. */
  const saysAll = (snapshot: Snapshot, reading: RegistryReading): boolean =>
    snapshot.from === reading &&
    snapshot.revision === memory.revision &&
    snapshot.stagerAtWork === isStagerAtWork(reading)

  /** This is what a request pays while nothing changes: a bare `stat` of each path. */
  const current = (): RegistryBundle | null =>
    state._tag === 'idle' &&
    latest !== null &&
    latest.from !== null &&
    isStable(latest.from) &&
    saysAll(latest, latest.from) &&
    isUnchanged(latest.from.watched)
      ? latest.bundle
      : null

  const readAgain = async (earlier: RegistryReading | null): Promise<RegistryReading | UnreadRegistry> => {
    const news = earlier === null ? [] : await newsSince(earlier)
    if (earlier !== null && news.length === 0) return earlier
    const missing = missingRoot(root, memory, stateOf(root.path))
    if (missing !== null) return missing
    memory.seen = true
    const fresh = earlier === null ? await readRegistry(root.path) : await rereadRegistry(root.path, earlier, news)
    return fresh ?? restlessRegistry
  }

  const look = async (): Promise<Snapshot> => {
    const found = await readAgain(latest?.from ?? null)
    if (!('watched' in found)) return unreadSnapshot(found, latest)
    if (latest !== null && saysAll(latest, found)) return latest
    await yieldIfMany(found.watched)
    rememberReading(found, memory)
    await yieldIfMany(found.watched)
    return snapshotOf(found, isStagerAtWork(found), memory, latest)
  }

  const read = async (): Promise<RegistryBundle> => {
    try {
      latest = await look()
    } catch (error) {
      const detail = `the registry could not be read: ${errorCode(error)}`
      latest = unreadSnapshot({ _tag: 'unreadable', detail }, latest)
    }
    state = whenRead(state)
    return latest.bundle
  }

  const snapshot = (): Promise<RegistryBundle> => {
    const bundle = current()
    if (bundle !== null) return Promise.resolve(bundle)
    const asked = whenAsked(state, (after) => (after === null ? read() : after.then(read)))
    state = asked
    return answerIn(asked)
  }

  return { current, snapshot }
}

/** Whether states alone tell what changed since a reading. */
const isStable = ({ watched }: RegistryReading): boolean => watched.every(({ stable }) => stable)

/** What is no longer as it was read, by its state or, while that is too fresh to tell, by a second look. */
const newsSince = async (reading: RegistryReading): Promise<ReadonlyArray<Entry>> => {
  const changed = await changedEntries(reading.watched)
  return isStable(reading) ? changed : [...new Set([...changed, ...(await recheck(reading.watched))])]
}
