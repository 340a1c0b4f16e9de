import { homedir } from 'node:os'
import { orRoot } from '../../environment/folders.js'
import type { RegistrySource } from '../RegistrySource.js'
import { createRootReader } from './createRootReader.js'
import { memoryOf, rootInUse } from './processMemory.js'
import { type HarnessFolder, namedRoot, resolveRoot, rootCandidates } from './resolveRoot.js'

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
  /** The harness's own config folder; none by default. Settles in good time. */
  readonly harnessFolder?: (() => Promise<HarnessFolder>) | undefined
  /** The wall clock in milliseconds, for the age of a stager's heartbeat. */
  readonly now?: (() => number) | undefined
}

/**
 * The registry of this machine, wherever it lies (design 4). A root that once gave a registry is used until the process ends;
 * while none did, each request looks for one again.
 */
export const createRegistrySource = (options: RegistrySourceOptions): RegistrySource => {
  const {
    option,
    env,
    home = orRoot(homedir),
    directory = orRoot(process.cwd),
    now = Date.now,
    harnessFolder,
  } = options
  const settings = { option, env, home, directory }
  const readers = new Map<string, RegistrySource>()
  const named = namedRoot(settings)
  if (named !== null) return createRootReader(named, now)

  const { before, after } = rootCandidates(settings)
  const inUse = rootInUse([...before, ...after])
  const readerOf = (path: string): RegistrySource => {
    const reader = readers.get(path) ?? createRootReader({ path, namedByOption: false }, now)
    readers.set(path, reader)
    return reader
  }

  const search: RegistrySource['snapshot'] = async () => {
    const { path, holds, isCertain } = await resolveRoot({ ...settings, harnessFolder, memoryOf })
    const bundle = await readerOf(path).snapshot()
    if (holds !== 'registry' || bundle._tag === 'absent' || !isCertain) return bundle
    memoryOf(path).seen = true
    return inUse.use(path) === path ? bundle : snapshot()
  }

  const snapshot: RegistrySource['snapshot'] = () => {
    const path = inUse.path()
    return path === null ? search() : readerOf(path).snapshot()
  }

  return {
    current: () => {
      const path = inUse.path()
      return path === null ? null : readerOf(path).current()
    },
    snapshot,
  }
}
