import { homedir } from 'node:os'

import type { RegistryBundle } from '@active-mode/core'

import type { RegistrySource } from '../../port/RegistrySource.js'
import type { Entry } from './Entry.js'
import { errorCode } from './errorCode.js'
import { changedEntries } from './fingerprint.js'
import { missingRoot } from './missingRoot.js'
import { readRegistry, rereadRegistry, type RegistryReading } from './readRegistry.js'
import { memoryOf } from './RegistryMemory.js'
import { resolveRoot, type Root } from './resolveRoot.js'
import { settle } from './settle.js'
import { snapshotOf, unreadSnapshot, type Snapshot } from './snapshotOf.js'
import { stampOf } from './Stamp.js'
import { isLive } from './StagingLock.js'

/** What a registry source is made from. All of it is values: nothing is read from the environment behind the caller's back. */
export interface RegistrySourceOptions {
  /** The plugin option `registry`; empty counts as not set. */
  readonly option?: string | undefined
  /** `process.env` of the harness. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** The home folder; the account's by default. */
  readonly home?: string | undefined
  /** What a relative option is relative to; the working folder by default. */
  readonly directory?: string | undefined
  /** The wall clock in milliseconds, for the age of a stager's heartbeat. */
  readonly now?: (() => number) | undefined
}

/** A registry source that also tells where it looks. */
export interface LiveRegistrySource extends RegistrySource {
  readonly root: Root
}

/**
 * The registry of this machine, read when it changes and not before (design 4). Each `snapshot` looks at every path once
 * (`stat`, synchronous) and opens nothing while the fingerprint holds. Requests that come while a reading is under way
 * share the one after it: it starts later than they did, so an edit made before a request always shows in its answer.
 */
export const createRegistrySource = (options: RegistrySourceOptions): LiveRegistrySource => {
  const { option, env, home = homedir(), directory, now = Date.now } = options
  const root = resolveRoot({ option, env, home, directory })
  const memory = memoryOf(root.path)
  let reading: RegistryReading | null = null
  let isSettled = false
  let latest: Snapshot | null = null
  let running: Promise<RegistryBundle> | null = null
  let waiting: Promise<RegistryBundle> | null = null

  /** What may have changed since the last reading. This is what every request pays: bare stamps, once they are settled. */
  const doubts = async ({ watched }: RegistryReading): Promise<ReadonlyArray<Entry>> => {
    const changed = await changedEntries(watched)
    if (isSettled) return changed
    const others = await settle(watched)
    isSettled = watched.every(({ settled }) => settled)
    return changed.length === 0 ? others : [...new Set([...changed, ...others])]
  }

  const compose = (from: RegistryReading): Snapshot => {
    const stagerAtWork = from.lock !== null && isLive(from.lock, now())
    return latest !== null && latest.from === from && latest.stagerAtWork === stagerAtWork && latest.revision === memory.revision
      ? latest
      : snapshotOf(from, stagerAtWork, memory, latest)
  }

  const look = async (): Promise<Snapshot> => {
    const earlier = reading
    const changed = earlier === null ? null : await doubts(earlier)
    if (earlier !== null && changed?.length === 0) return compose(earlier)
    const missing = missingRoot(root, memory, stampOf(root.path))
    if (missing !== null) {
      reading = null
      return unreadSnapshot(missing, latest)
    }
    memory.seen = true
    isSettled = false
    reading = earlier === null || changed === null ? await readRegistry(root.path) : await rereadRegistry(root.path, earlier, changed)
    return compose(reading)
  }

  const run = async (): Promise<RegistryBundle> => {
    try {
      latest = await look()
    } catch (error) {
      reading = null
      latest = unreadSnapshot({ _tag: 'unreadable', detail: `the registry could not be read: ${errorCode(error)}` }, latest)
    }
    running = null
    return latest.bundle
  }

  const snapshot = (): Promise<RegistryBundle> => {
    if (running === null) return (running = run())
    waiting ??= running.then(() => {
      waiting = null
      return snapshot()
    })
    return waiting
  }

  return { root, snapshot }
}
