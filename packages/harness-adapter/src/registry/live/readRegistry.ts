import * as E from 'fp-ts/lib/Either.js'
import { registryFile } from '../format/names.js'
import { type Breath, startBreath } from './breath.js'
import { type ByteName, pathBelow } from './bytePath.js'
import { type DigestedFile, digestOf } from './digest.js'
import { type Entry, signatureOf } from './Entry.js'
import { type EntryRecords, startRecords } from './EntryRecords.js'
import { isSameButNumber, stateOf } from './FileState.js'
import { changedEntries } from './fingerprint.js'
import { inParallel } from './inParallel.js'
import { limits } from './limits.js'
import { type BundleSearch, type FoundBundle, lookForBundles } from './lookForBundles.js'
import { type BundleRecord, readBundle } from './readBundle.js'
import { readEntry } from './readEntry.js'
import { readRegistryFile, type RegistryFileRecord } from './readRegistryFile.js'
import { parseStagingLock, type StagingLock, stagingLockFile } from './StagingLock.js'
import { type Earlier, listNames, type Survey, type SurveyedFile, surveyRegistry } from './survey.js'

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

/** Reads the registry at a root for the first time; `null` where it changed each time it was read. */
export const readRegistry = async (root: string): Promise<RegistryReading | null> =>
  settled(root, await readAnew(root, null), null, limits.passes)

/**
 * Reads again what changed since an earlier reading. Where only files changed, only they and the bundles they belong to
 * are looked at; else the registry is surveyed anew, and all that the states vouch for is reused.
 */
export const rereadRegistry = async (
  root: string,
  earlier: RegistryReading,
  changed: ReadonlyArray<Entry>,
): Promise<RegistryReading | null> => settled(root, await reread(root, earlier, changed), earlier, limits.passes)

/**
 * Believes a reading only once everything is seen to be as it was read: what was read must have been one state, or a block
 * would be of two generations, and its stamp of one that never was. Else it is read again (bounded). What belongs to no mode
 * and never comes to rest costs the digest alone, and a file that could not be read is named already.
 */
const settled = async (
  root: string,
  reading: RegistryReading,
  earlier: RegistryReading | null,
  attempts: number,
): Promise<RegistryReading | null> => {
  const changed = await changedWhileRead(reading, earlier)
  if (changed.length === 0) return reading
  if (attempts > 1) return settled(root, await reread(root, reading, changed), reading, attempts - 1)
  const used = filesInUse(reading)
  const restless = changed.filter((entry) => !isRenumbered(entry, earlier))
  return restless.length === 0
    ? reading
    : restless.every((entry) => isFailure(entry) || isBesideModes(entry, used))
      ? { ...reading, digest: 'unavailable' }
      : null
}

/** What is not as it was read: by its state, and a folder that was just listed by a second listing. */
const changedWhileRead = async (
  { watched }: RegistryReading,
  earlier: RegistryReading | null,
): Promise<ReadonlyArray<Entry>> => {
  const changed = new Set(await changedEntries(watched))
  const listed = watched.filter(
    (entry) => entry.found._tag === 'listing' && !changed.has(entry) && earlier?.entries.get(entry.name) !== entry,
  )
  const again = await inParallel(listed, limits.parallel, ({ path }) => listNames(path))
  return [
    ...changed,
    ...listed.filter((entry, place) => signatureOf(entry.found) !== signatureOf(again[place] ?? entry.found)),
  ]
}

const isFailure = ({ found }: Entry): boolean => found._tag === 'file' && found.failure !== null

/** Some file systems number their files anew with every look: the content was the same twice, and so is all but the number. */
const isRenumbered = ({ name, path, state, found }: Entry, earlier: RegistryReading | null): boolean => {
  const before = earlier?.entries.get(name)
  return (
    before !== undefined && signatureOf(before.found) === signatureOf(found) && isSameButNumber(state, stateOf(path))
  )
}

/** Whether an entry is a file or a folder that no mode is made of and no bundle can come from. */
const isBesideModes = ({ name, found }: Entry, used: ReadonlySet<ByteName>): boolean =>
  found._tag === 'file' ? !used.has(name) : found._tag === 'listing' && name.includes('/')

const filesInUse = ({ bundles }: RegistryReading): ReadonlySet<ByteName> =>
  new Set([
    registryFile,
    ...[...bundles].flatMap(([folder, { madeFrom }]) =>
      [...madeFrom.keys()].map((file) => `${folder}/${Buffer.from(file, 'utf8').toString('latin1')}`),
    ),
  ])

const reread = async (
  root: string,
  earlier: RegistryReading,
  changed: ReadonlyArray<Entry>,
): Promise<RegistryReading> => {
  await rest(earlier.watched)
  const files = changed.flatMap(({ name, path, found }) => {
    const state = stateOf(path)
    return found._tag === 'file' && state.kind === 'file' ? [{ name, path, state }] : []
  })
  if (files.length < changed.length) return readAnew(root, earlier, changed)
  for (const file of files) if (earlier.survey.files.has(file.name)) earlier.survey.files.set(file.name, file)
  const records = startRecords(earlier.entries, earlier.entries)
  const touched = new Set(files.map(({ name }) => topOf(name)))
  const reading = await read(root, earlier, records, earlier, { files, touches: (folder) => touched.has(folder) })
  await rest(reading.watched)
  return reading
}

const readAnew = async (
  root: string,
  earlier: RegistryReading | null,
  changed: ReadonlyArray<Entry> = [],
): Promise<RegistryReading> => {
  // A listing that proved wrong may have a state that vouches for it.
  const before = new Map(earlier?.entries)
  for (const { name, found } of changed) if (found._tag === 'listing') before.delete(name)
  const state = stateOf(root)
  const survey: Survey =
    state.kind === 'folder'
      ? await surveyRegistry(root, state, before, startBreath())
      : {
          entries: [{ name: '', path: root, state, found: { _tag: 'nothing' }, firstSeen: 0, settled: true }],
          files: new Map(),
          capped: false,
        }
  await rest(survey.entries)
  const records = startRecords(before, new Map(survey.entries.map((entry) => [entry.name, entry])))
  await rest(survey.entries)
  const scene = { survey, search: await lookForBundles(root, survey, startBreath()) }
  await rest(survey.entries)
  return read(root, scene, records, earlier, { files: survey.files.values(), touches: () => true })
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
  const bundles = await inParallel(
    search.bundles,
    limits.parallel,
    async (bundle): Promise<readonly [ByteName, BundleRecord]> => {
      if (breath.due()) await breath.take()
      const before = earlier?.bundles.get(bundle.folder)
      return [
        bundle.folder,
        before !== undefined && !touches(bundle.folder) ? before : await readFound(bundle, records, before, breath),
      ]
    },
  )
  if (breath.overdue()) await breath.take()
  const file = await readRegistryFile(search.find, records, earlier?.file)
  const lock = search.hasLock ? await readLock(root, records, earlier?.lock ?? null) : null
  const digest = search.failure === null ? await readRest(survey, files, records, breath) : 'unavailable'
  return {
    watched: [...records.all.values()],
    entries: records.all,
    survey,
    search,
    bundles: new Map(bundles),
    file,
    digest,
    lock,
  }
}

const readFound = async (
  bundle: FoundBundle,
  entries: EntryRecords,
  earlier: BundleRecord | undefined,
  breath: Breath,
): Promise<BundleRecord> => {
  const { directory, find, failure } = bundle
  if (find !== null) return readBundle({ directory, find, entries }, earlier, breath)
  const detail = failure ?? 'the folder cannot be read'
  return earlier?.madeFrom.get('.') === detail
    ? earlier
    : {
        reading: {
          directory,
          floor: null,
          bundle: E.left({ directory, why: 'unreadable', detail, claims: null }),
          readable: [],
          unknownKeys: [],
        },
        madeFrom: new Map([['.', detail]]),
      }
}

/** Reads the stager's lock. It is watched like any file and is no part of the digest. */
const readLock = async (
  root: string,
  records: EntryRecords,
  earlier: StagingLock | null,
): Promise<StagingLock | null> => {
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
const readRest = async (
  survey: Survey,
  files: Iterable<SurveyedFile>,
  records: EntryRecords,
  breath: Breath,
): Promise<string> => {
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
  const isWhole =
    !survey.capped &&
    digested.length === survey.files.size &&
    survey.entries.every(({ found }) => found._tag !== 'unlisted')
  return isWhole ? digestOf(digested, breath) : 'unavailable'
}
