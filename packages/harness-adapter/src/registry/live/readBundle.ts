import * as E from 'fp-ts/lib/Either.js'
import { assembleBundle, type BundleReading, partFiles } from '../assembleBundle.js'
import type { FileContent, FileFailure } from '../format/FileContent.js'
import { decodeManifest } from '../format/manifest.js'
import { manifestFile } from '../format/names.js'
import { type EntryRecords, type Located, signatureOf } from './Entry.js'
import type { FoundBundle } from './findBundles.js'
import { readEntry } from './readFile.js'
import { yieldIfDue } from './slices.js'

/** A bundle as it was read, and what it was made from: by file, the signature of what was found there. */
export interface BundleRecord {
  readonly reading: BundleReading
  readonly madeFrom: ReadonlyMap<string, string>
}

/** Reads a bundle that was found; one whose folder cannot be read is broken. */
export const readBundle = async (
  { directory, find, failure }: FoundBundle,
  entries: EntryRecords,
  earlier: BundleRecord | undefined,
): Promise<BundleRecord> => {
  if (find !== null) return readFiles({ directory, find, entries }, earlier)
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

/** The files right inside one bundle: where a file is, or why there is nothing to read; and what is known of it. */
interface BundleFiles {
  readonly directory: string
  readonly find: (file: string) => Located | FileFailure
  readonly entries: EntryRecords
}

/**
 * Reads the manifest first, then the files that it names. The earlier reading is kept, as the same object, where all that it
 * was made from is unchanged; nothing is opened where the states prove that.
 */
const readFiles = async (files: BundleFiles, earlier: BundleRecord | undefined): Promise<BundleRecord> => {
  if (earlier !== undefined && isStillTrue(files, earlier)) return earlier
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
  await yieldIfDue()
  const manifest = decodeManifest(files.directory, contents.get(manifestFile) ?? unread)
  for (const file of partFiles(manifest)) if (!contents.has(file)) contents.set(file, await read(file))
  await yieldIfDue()
  return earlier !== undefined && isSameSource(earlier.madeFrom, madeFrom)
    ? earlier
    : { reading: assembleBundle(manifest, (file) => contents.get(file) ?? unread), madeFrom }
}

const unread: FileFailure = { _tag: 'failed', why: 'unreadable', detail: 'the file was not read' }

const failureSignature = ({ why, detail }: FileFailure): string => `${why}: ${detail}`

const isStillTrue = ({ find, entries }: BundleFiles, { madeFrom }: BundleRecord): boolean =>
  [...madeFrom].every(([file, signature]) => {
    const found = find(file)
    if ('_tag' in found) return failureSignature(found) === signature
    const known = entries.known(found)
    return known !== null && signatureOf(known.found) === signature
  })

const isSameSource = (left: ReadonlyMap<string, string>, right: ReadonlyMap<string, string>): boolean =>
  left.size === right.size && [...left].every(([file, signature]) => right.get(file) === signature)
