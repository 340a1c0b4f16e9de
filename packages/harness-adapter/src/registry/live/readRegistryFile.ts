import type { FileContent, FileFailure } from '../format/FileContent.js'
import { registryFile } from '../format/names.js'
import { decodeRegistryFile } from '../format/registryFile.js'
import { type RegistryFileReading } from '../format/registryFile.js'
import { type EntryRecords, type Located, signatureOf } from './Entry.js'
import { readEntry } from './readFile.js'

/** The registry file as it was read, with the signature of what it was made from. */
export interface RegistryFileRecord {
  readonly reading: RegistryFileReading
  readonly madeFrom: string
}

/** Reads the registry file. The earlier reading is kept, as the same object, while what it was made from is unchanged. */
export const readRegistryFile = async (
  find: (file: string) => Located | FileFailure,
  records: EntryRecords,
  earlier: RegistryFileRecord | undefined,
): Promise<RegistryFileRecord> => {
  const found = find(registryFile)
  const known = '_tag' in found ? null : records.known(found)
  if (known !== null && earlier?.madeFrom === signatureOf(known.found)) return earlier
  const { content, madeFrom } = await read(found, records)
  return earlier?.madeFrom === madeFrom ? earlier : { reading: decodeRegistryFile(content), madeFrom }
}

const read = async (
  found: Located | FileFailure,
  records: EntryRecords,
): Promise<{ readonly content: FileContent; readonly madeFrom: string }> => {
  if ('_tag' in found) return { content: found, madeFrom: `${found.why}: ${found.detail}` }
  const { entry, content } = await readEntry(found, records.earlier(found.name))
  records.record(entry)
  return { content, madeFrom: signatureOf(entry.found) }
}
