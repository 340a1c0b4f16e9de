import { parseStagingLock, type StagingLock, stagingLockFile } from '../format/StagingLock.js'
import { type DigestedFile, digestOf } from './digest.js'
import {
  type ByteName,
  type Earlier,
  emptyEntry,
  type Entry,
  type EntryRecords,
  type Located,
  pathBelow,
  startRecords,
} from './Entry.js'
import { stateOf } from './FileState.js'
import { type BundleSearch, findBundles } from './findBundles.js'
import { type BundleRecord, readBundle } from './readBundle.js'
import { readEntry } from './readFile.js'
import { readRegistryFile, type RegistryFileRecord } from './readRegistryFile.js'
import { inParallel, slices, yieldIfDue, yieldIfMany } from './slices.js'
import { type Survey, surveyRegistry } from './survey.js'

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

/** One pass over what changed since an earlier reading: the files alone, or everything where a folder changed. */
export const readChanged = async (
  root: string,
  earlier: RegistryReading,
  changed: ReadonlyArray<Entry>,
): Promise<RegistryReading> => {
  await yieldIfMany(earlier.watched)
  const files = changed.flatMap(({ name, path, found }) => {
    const state = stateOf(path)
    return found._tag === 'file' && state.kind === 'file' ? [{ name, path, state }] : []
  })
  if (files.length < changed.length) return readAll(root, earlier, changed)
  for (const file of files) if (earlier.survey.files.has(file.name)) earlier.survey.files.set(file.name, file)
  const records = startRecords(earlier.entries, earlier.entries)
  const touched = new Set(files.map(({ name }) => topOf(name)))
  const reading = await read(root, earlier, records, earlier, { files, touches: (folder) => touched.has(folder) })
  await yieldIfMany(reading.watched)
  return reading
}

/** One pass over everything. What the states prove unchanged since the earlier reading is not opened. */
export const readAll = async (
  root: string,
  earlier: RegistryReading | null,
  changed: ReadonlyArray<Entry> = [],
): Promise<RegistryReading> => {
  // A listing that proved wrong may have a state that looks right.
  const before = new Map(earlier?.entries)
  for (const { name, found } of changed) if (found._tag === 'listing') before.delete(name)
  const state = stateOf(root)
  const survey: Survey =
    state.kind === 'folder'
      ? await surveyRegistry(root, state, before)
      : { entries: [emptyEntry('', root, state)], files: new Map(), capped: false }
  await yieldIfMany(survey.entries)
  const records = startRecords(before, new Map(survey.entries.map((entry) => [entry.name, entry])))
  await yieldIfMany(survey.entries)
  const scene = { survey, search: await findBundles(root, survey) }
  await yieldIfMany(survey.entries)
  return read(root, scene, records, earlier, { files: survey.files.values(), touches: () => true })
}

/** The name of what lies right below the root: a bundle's folder for all that is in it. */
const topOf = (name: ByteName): ByteName => {
  const slash = name.indexOf('/')
  return slash === -1 ? name : name.slice(0, slash)
}

/** Which files may be news, and which folders hold any of them. */
interface Extent {
  readonly files: Iterable<Located>
  readonly touches: (folder: ByteName) => boolean
}

const read = async (
  root: string,
  { survey, search }: Pick<RegistryReading, 'survey' | 'search'>,
  records: EntryRecords,
  earlier: RegistryReading | null,
  { files, touches }: Extent,
): Promise<RegistryReading> => {
  const bundles = await inParallel(search.bundles, async (bundle): Promise<readonly [ByteName, BundleRecord]> => {
    const before = earlier?.bundles.get(bundle.folder)
    return [
      bundle.folder,
      before !== undefined && !touches(bundle.folder) ? before : await readBundle(bundle, records, before),
    ]
  })
  await yieldIfDue()
  const file = await readRegistryFile(search.find, records, earlier?.file)
  const lock = search.hasLock ? await readLock(root, records, earlier?.lock ?? null) : null
  const digest = search.failure === null ? await readOthers(survey, files, records) : 'unavailable'
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
    records.record(emptyEntry(name, path, state))
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
const readOthers = async (survey: Survey, files: Iterable<Located>, records: EntryRecords): Promise<string> => {
  const unread: Located[] = []
  for await (const slice of slices(files))
    for (const file of slice) {
      if (records.recorded.has(file.name)) continue
      const known = records.known(file)
      if (known === null) unread.push(file)
      else records.record(known)
    }
  await inParallel(unread, async (file) => {
    if (file.name !== stagingLockFile) records.record((await readEntry(file, records.earlier(file.name))).entry)
  })
  const digested: DigestedFile[] = []
  for await (const slice of slices(survey.files.keys()))
    for (const name of slice) {
      const found = records.all.get(name)?.found
      if (found?._tag === 'file' && found.sha256 !== null) digested.push({ name, sha256: found.sha256 })
    }
  const isWhole =
    !survey.capped &&
    digested.length === survey.files.size &&
    survey.entries.every(({ found }) => found._tag !== 'unlisted')
  return isWhole ? digestOf(digested) : 'unavailable'
}
