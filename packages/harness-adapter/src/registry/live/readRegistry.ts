import { registryFile } from '../format/names.js'
import { changedEntries } from './changes.js'
import { type ByteName, type Entry, signatureOf } from './Entry.js'
import { isSameButNumber, stateOf } from './FileState.js'
import { limits } from './limits.js'
import { readAll, readChanged, type RegistryReading } from './readPass.js'
import { inParallel } from './slices.js'
import { listNames } from './survey.js'

/** Reads the registry at a root for the first time; `null` where it changed each time it was read. */
export const readRegistry = async (root: string): Promise<RegistryReading | null> =>
  readUntilStable(root, await readAll(root, null), null, limits.passes)

/**
 * Reads again what changed since an earlier reading. Where only files changed, only they and the bundles they belong to
 * are looked at; else the registry is surveyed anew, and all that the states prove unchanged is reused.
 */
export const rereadRegistry = async (
  root: string,
  earlier: RegistryReading,
  changed: ReadonlyArray<Entry>,
): Promise<RegistryReading | null> =>
  readUntilStable(root, await readChanged(root, earlier, changed), earlier, limits.passes)

/**
 * A reading counts once everything is still as it was read: else a block would mix two generations of the registry, and its
 * stamp would name one that never was. So it is read again, a few times. What keeps changing and belongs to no mode costs
 * the digest alone, and a file that could not be read is named already.
 */
const readUntilStable = async (
  root: string,
  reading: RegistryReading,
  earlier: RegistryReading | null,
  attempts: number,
): Promise<RegistryReading | null> => {
  const changed = await changedWhileRead(reading, earlier)
  if (changed.length === 0) return reading
  if (attempts > 1) return readUntilStable(root, await readChanged(root, reading, changed), reading, attempts - 1)
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
  const again = await inParallel(listed, ({ path }) => listNames(path))
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
