import { assembleBundle, type BundleReading, partFiles } from '../assembleBundle.js'
import type { FileContent, FileFailure } from '../format/FileContent.js'
import { decodeManifest } from '../format/manifest.js'
import { manifestFile } from '../format/names.js'
import type { Breath } from './breath.js'
import { signatureOf } from './Entry.js'
import type { EntryRecords } from './EntryRecords.js'
import { readEntry } from './readEntry.js'
import type { SurveyedFile } from './survey.js'

/** A bundle as it was read, and what it was made from: by file, the signature of what was found there. */
export interface BundleRecord {
  readonly reading: BundleReading
  readonly madeFrom: ReadonlyMap<string, string>
}

/** The files right inside one bundle: where a file is, or why there is nothing to read; what is known of it, and where news go. */
export interface BundleFiles {
  readonly directory: string
  readonly find: (file: string) => SurveyedFile | FileFailure
  readonly entries: EntryRecords
}

/**
 * Reads a bundle: the manifest first, then the files that it names. The earlier reading stands, as the same object, where
 * all that it was made from is unchanged; nothing is opened where the states vouch for that.
 */
export const readBundle = async (
  files: BundleFiles,
  earlier: BundleRecord | undefined,
  breath: Breath,
): Promise<BundleRecord> => {
  if (earlier !== undefined && isVouchedFor(files, earlier)) return earlier
  const contents = new Map<string, FileContent>()
  const madeFrom = new Map<string, string>()
  const read = async (file: string): Promise<FileContent> => {
    const found = files.find(file)
    if ('_tag' in found) {
      madeFrom.set(file, failureSignature(found))
      return found
    }
    const { entry, content } = await readEntry(found, files.entries.earlier(found.name))
    files.entries.record(entry)
    madeFrom.set(file, signatureOf(entry.found))
    return content
  }
  contents.set(manifestFile, await read(manifestFile))
  if (breath.overdue()) await breath.take()
  const manifest = decodeManifest(files.directory, contents.get(manifestFile) ?? unread)
  for (const file of partFiles(manifest)) if (!contents.has(file)) contents.set(file, await read(file))
  if (breath.overdue()) await breath.take()
  return earlier !== undefined && isSameGround(earlier.madeFrom, madeFrom)
    ? earlier
    : { reading: assembleBundle(manifest, (file) => contents.get(file) ?? unread), madeFrom }
}

const unread: FileFailure = { _tag: 'failed', why: 'unreadable', detail: 'the file was not read' }

const failureSignature = ({ why, detail }: FileFailure): string => `${why}: ${detail}`

const isVouchedFor = ({ find, entries }: BundleFiles, { madeFrom }: BundleRecord): boolean =>
  [...madeFrom].every(([file, signature]) => {
    const found = find(file)
    if ('_tag' in found) return failureSignature(found) === signature
    const known = entries.known(found)
    return known !== null && signatureOf(known.found) === signature
  })

const isSameGround = (left: ReadonlyMap<string, string>, right: ReadonlyMap<string, string>): boolean =>
  left.size === right.size && [...left].every(([file, signature]) => right.get(file) === signature)
