import * as E from 'fp-ts/lib/Either.js'

import { startBreath, type Breath } from './breath.js'
import { pathBelow, type ByteName } from './bytePath.js'
import { digestOf, type DigestedFile } from './digest.js'
import type { Entry } from './Entry.js'
import { startRecords, type EntryRecords } from './EntryRecords.js'
import { changedEntries } from './fingerprint.js'
import { inParallel } from './inParallel.js'
import { limits } from './limits.js'
import { lookForBundles, type BundleSearch, type FoundBundle } from './lookForBundles.js'
import { readBundle, type BundleRecord } from './readBundle.js'
import { readEntry } from './readEntry.js'
import { readRegistryFile, type RegistryFileRecord } from './readRegistryFile.js'
import { stateOf } from './FileState.js'
import { parseStagingLock, stagingLockFile, type StagingLock } from './StagingLock.js'
import { surveyRegistry, type Earlier, type Survey, type SurveyedFile } from './survey.js'

/** What one reading of a root left behind: all that the next needs in order to read only what changed. */
export interface RegistryReading {
  /** Everything that the fingerprint watches; and the same by name. */
  readonly watched: ReadonlyArray<Entry>
  readonly entries: Earlier
  readonly survey: Survey
  readonly search: BundleSearch
  readonly bundles: ReadonlyMap<ByteName, BundleRecord>
  readonly file: RegistryFileRecord
  readonly digest: string
  readonly lock: StagingLock | null
}

/** Reads the registry at a root for the first time. */
export const readRegistry = async (root: string): Promise<RegistryReading> => settled(root, await readAnew(root, null), limits.attempts)

/**
 * Reads again what changed since an earlier reading. Where only files changed, only they and the bundles they belong to
 * are looked at; else the registry is surveyed anew, and all that the states vouch for is reused.
 */
export const rereadRegistry = async (root: string, earlier: RegistryReading, changed: ReadonlyArray<Entry>): Promise<RegistryReading> =>
  settled(root, await reread(root, earlier, changed), limits.attempts)

/** One pass over a registry, and the entries that must not have changed meanwhile. */
interface Pass {
  readonly reading: RegistryReading
  readonly toVerify: ReadonlyArray<Entry>
}

/** A registry that changed while it was read is read again (bounded), so that no bundle is made of two generations of files. */
const settled = async (root: string, { reading, toVerify }: Pass, attempts: number): Promise<RegistryReading> => {
  const changed = attempts > 1 ? await changedEntries(toVerify) : []
  return changed.length === 0 ? reading : settled(root, await reread(root, reading, changed), attempts - 1)
}

const reread = async (root: string, earlier: RegistryReading, changed: ReadonlyArray<Entry>): Promise<Pass> => {
  await rest(earlier.watched)
  const files = changed.flatMap(({ name, path, found }) => {
    const state = stateOf(path)
    return found._tag === 'file' && state.kind === 'file' ? [{ name, path, state }] : []
  })
  if (files.length < changed.length) return readAnew(root, earlier)
  for (const file of files) if (earlier.survey.files.has(file.name)) earlier.survey.files.set(file.name, file)
  const records = startRecords(earlier.entries, earlier.entries)
  const touched = new Set(files.map(({ name }) => topOf(name)))
  const reading = await read(root, earlier, records, earlier, { files, touches: (folder) => touched.has(folder) })
  await rest(reading.watched)
  return { reading, toVerify: reading.watched.filter(({ name }) => touched.has(topOf(name))) }
}

const readAnew = async (root: string, earlier: RegistryReading | null): Promise<Pass> => {
  const before: Earlier = earlier?.entries ?? new Map()
  const state = stateOf(root)
  const survey: Survey =
    state.kind === 'folder'
      ? await surveyRegistry(root, state, before, startBreath())
      : { entries: [{ name: '', path: root, state, found: { _tag: 'nothing' }, firstSeen: 0, settled: true }], files: new Map(), capped: false }
  await rest(survey.entries)
  const records = startRecords(before, new Map(survey.entries.map((entry) => [entry.name, entry])))
  await rest(survey.entries)
  const scene = { survey, search: await lookForBundles(root, survey, startBreath()) }
  await rest(survey.entries)
  const reading = await read(root, scene, records, earlier, { files: survey.files.values(), touches: () => true })
  return { reading, toVerify: reading.watched }
}

/** Lets the chat go on between two passes over a registry so large that each takes a millisecond. */
export const rest = async (entries: ReadonlyArray<Entry>): Promise<void> => {
  if (entries.length > limits.atOnce) await startBreath().take()
}

/** The name of what lies right below the root: a bundle's folder for all that is in it. */
const topOf = (name: ByteName): ByteName => {
  const slash = name.indexOf('/')
  return slash === -1 ? name : name.slice(0, slash)
}

/** Which files may be news, and which folders hold any of them. */
interface Extent {
  readonly files: Iterable<SurveyedFile>
  readonly touches: (folder: ByteName) => boolean
}

const read = async (
  root: string,
  { survey, search }: Pick<RegistryReading, 'survey' | 'search'>,
  records: EntryRecords,
  earlier: RegistryReading | null,
  { files, touches }: Extent,
): Promise<RegistryReading> => {
  const breath = startBreath()
  const bundles = await inParallel(search.bundles, limits.parallel, async (bundle): Promise<readonly [ByteName, BundleRecord]> => {
    if (breath.due()) await breath.take()
    const before = earlier?.bundles.get(bundle.folder)
    return [bundle.folder, before !== undefined && !touches(bundle.folder) ? before : await readFound(bundle, records, before, breath)]
  })
  if (breath.overdue()) await breath.take()
  const file = await readRegistryFile(search.find, records, earlier?.file)
  const lock = search.hasLock ? await readLock(root, records, earlier?.lock ?? null) : null
  const digest = search.failure === null ? await readRest(survey, files, records, breath) : 'unavailable'
  return { watched: [...records.all.values()], entries: records.all, survey, search, bundles: new Map(bundles), file, digest, lock }
}

const readFound = async (bundle: FoundBundle, entries: EntryRecords, earlier: BundleRecord | undefined, breath: Breath): Promise<BundleRecord> => {
  const { directory, find, failure } = bundle
  if (find !== null) return readBundle({ directory, find, entries }, earlier, breath)
  const detail = failure ?? 'the folder cannot be read'
  return earlier?.madeFrom.get('.') === detail
    ? earlier
    : {
        reading: { directory, floor: null, bundle: E.left({ directory, why: 'unreadable', detail, claims: null }), readable: [], unknownKeys: [] },
        madeFrom: new Map([['.', detail]]),
      }
}

/** Reads the stager's lock. It is watched like any file and is no part of the digest. */
const readLock = async (root: string, records: EntryRecords, earlier: StagingLock | null): Promise<StagingLock | null> => {
  const name = stagingLockFile
  const path = pathBelow(root, name)
  const state = stateOf(path)
  if (state.kind !== 'file') {
    records.record({ name, path, state, found: { _tag: 'nothing' }, firstSeen: 0, settled: true })
    return null
  }
  const known = records.known({ name, path, state })
  if (known !== null) {
    records.record(known)
    return earlier
  }
  const { entry, content } = await readEntry({ name, path, state }, records.earlier(name))
  records.record(entry)
  return parseStagingLock(content)
}

/** Reads what no bundle has read, for the digest alone, and digests everything. */
const readRest = async (survey: Survey, files: Iterable<SurveyedFile>, records: EntryRecords, breath: Breath): Promise<string> => {
  const unread: SurveyedFile[] = []
  for (const file of files) {
    if (records.recorded.has(file.name)) continue
    const known = records.known(file)
    if (known === null) unread.push(file)
    else records.record(known)
    if (breath.due()) await breath.take()
  }
  await inParallel(unread, limits.parallel, async (file) => {
    if (file.name !== stagingLockFile) records.record((await readEntry(file, records.earlier(file.name))).entry)
  })
  const digested: DigestedFile[] = []
  for (const name of survey.files.keys()) {
    const found = records.all.get(name)?.found
    if (found?._tag === 'file' && found.sha256 !== null) digested.push({ name, sha256: found.sha256 })
    if (breath.due()) await breath.take()
  }
  const isWhole = !survey.capped && digested.length === survey.files.size && survey.entries.every(({ found }) => found._tag !== 'unlisted')
  return isWhole ? digestOf(digested, breath) : 'unavailable'
}
