import type { RegistryBundle } from '@active-mode/core'
import type { RegistrySource } from '../RegistrySource.js'
import type { Entry } from './Entry.js'
import { errorCode } from './errorCode.js'
import { stateOf } from './FileState.js'
import { changedEntries, fingerprintHolds } from './fingerprint.js'
import { missingRoot, type UnreadRegistry, unsettledRegistry } from './missingRoot.js'
import { readRegistry, type RegistryReading, rereadRegistry, rest } from './readRegistry.js'
import { memoryOf } from './RegistryMemory.js'
import type { Root } from './rootCandidates.js'
import { settle } from './settle.js'
import { rememberReading, type Snapshot, snapshotOf, unreadSnapshot } from './snapshotOf.js'
import { isLive } from './StagingLock.js'

/**
 * The registry at one root, read when it changes and not before (design 4). Each `snapshot` looks at every path once
 * (`stat`, synchronous) and opens nothing while the fingerprint holds. Requests that come while a reading is under way
 * share the one after it: it starts later than they did, so an edit made before a request always shows in its answer.
 * `now` is the wall clock in milliseconds, for the age of a stager's heartbeat.
 */
export const createRootReader = (root: Root, now: () => number): RegistrySource => {
  const memory = memoryOf(root.path)
  let reading: RegistryReading | null = null
  let isSettled = false
  let latest: Snapshot | null = null
  let running: Promise<RegistryBundle> | null = null
  let waiting: Promise<RegistryBundle> | null = null

  const isStagerAtWork = ({ lock }: RegistryReading): boolean => lock !== null && isLive(lock, now())

  /** Whether a snapshot still says what there is to say of a reading: a lock may have died, another copy may have seen more. */
  const isCurrent = (snapshot: Snapshot, from: RegistryReading): boolean =>
    snapshot.from === from && snapshot.revision === memory.revision && snapshot.stagerAtWork === isStagerAtWork(from)

  /** The latest bundle, where a bare `stat` of each path tells that it stands. This is what a request pays while nothing changes. */
  const standing = (): RegistryBundle | null =>
    running === null &&
    latest !== null &&
    reading !== null &&
    isSettled &&
    isCurrent(latest, reading) &&
    fingerprintHolds(reading.watched)
      ? latest.bundle
      : null

  /** What is no longer as it was read, by its state or, while that is too fresh to tell, by a second look. */
  const newsSince = async ({ watched }: RegistryReading): Promise<ReadonlyArray<Entry>> => {
    const changed = await changedEntries(watched)
    if (isSettled) return changed
    const others = await settle(watched)
    isSettled = watched.every(({ settled }) => settled)
    return [...new Set([...changed, ...others])]
  }

  const readAgain = async (earlier: RegistryReading | null): Promise<RegistryReading | UnreadRegistry> => {
    const news = earlier === null ? [] : await newsSince(earlier)
    if (earlier !== null && news.length === 0) return earlier
    const missing = missingRoot(root, memory, stateOf(root.path))
    if (missing !== null) return missing
    memory.seen = true
    const fresh = earlier === null ? await readRegistry(root.path) : await rereadRegistry(root.path, earlier, news)
    isSettled = fresh !== null && fresh.watched.every(({ settled }) => settled)
    return fresh ?? unsettledRegistry
  }

  const look = async (): Promise<Snapshot> => {
    const found = await readAgain(reading)
    reading = 'watched' in found ? found : null
    if (!('watched' in found)) return unreadSnapshot(found, latest)
    if (latest !== null && isCurrent(latest, found)) return latest
    await rest(found.watched)
    rememberReading(found, memory)
    await rest(found.watched)
    return snapshotOf(found, isStagerAtWork(found), memory, latest)
  }

  const run = async (): Promise<RegistryBundle> => {
    try {
      latest = await look()
    } catch (error) {
      reading = null
      latest = unreadSnapshot(
        { _tag: 'unreadable', detail: `the registry could not be read: ${errorCode(error)}` },
        latest,
      )
    }
    running = null
    return latest.bundle
  }

  const snapshot = (): Promise<RegistryBundle> => {
    const bundle = standing()
    if (bundle !== null) return Promise.resolve(bundle)
    if (running === null) return (running = run())
    waiting ??= running.then(() => {
      waiting = null
      return snapshot()
    })
    return waiting
  }

  return { standing, snapshot }
}
