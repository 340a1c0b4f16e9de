import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { decodeRegistryBundle, showDecodeError } from '@active-mode/core'
import { registriesFolder, registryFileName } from '@active-mode/harness-adapter/library'
import type { StoredRegistry } from '../LogRecord.js'

/** Registries are few, each holds for many decisions; past this many the oldest is read again when it is needed. */
const mostKept = 64

/** The registries beside a log, by their hash. A file is believed only if its bytes have the hash of its name. */
export const registryFiles = (logFolder: string): ((sha256: string) => StoredRegistry) => {
  const kept = new Map<string, StoredRegistry>()
  return (sha256) => {
    const known = kept.get(sha256)
    if (known !== undefined) return known
    const read = readRegistry(logFolder, sha256)
    kept.set(sha256, read)
    const oldest = kept.keys().next()
    if (kept.size > mostKept && !oldest.done) kept.delete(oldest.value)
    return read
  }
}

const readRegistry = (logFolder: string, sha256: string): StoredRegistry => {
  const name = registryFileName(sha256)
  const bytes = name === null ? null : readBytes(join(logFolder, registriesFolder, name))
  if (bytes === null) return { _tag: 'missing' }
  const actual = createHash('sha256').update(bytes).digest('hex')
  if (actual !== sha256) return { _tag: 'forged', actual }
  try {
    const bundle = decodeRegistryBundle(JSON.parse(bytes.toString('utf8')))
    return E.isRight(bundle)
      ? { _tag: 'found', bundle: bundle.right }
      : { _tag: 'unreadable', detail: showDecodeError('the whole')(bundle.left[0]) }
  } catch {
    return { _tag: 'unreadable', detail: 'not JSON' }
  }
}

const readBytes = (file: string): Buffer | null => {
  try {
    return readFileSync(file)
  } catch {
    return null
  }
}
