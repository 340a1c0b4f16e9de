import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The integrity of each platform package that may be fetched, `sha512-…` of its tarball, by `NAME@VERSION`. */
export type HarnessIntegrity = Readonly<Record<string, string>>

/** Where the integrities are committed. */
export const integrityFile = fileURLToPath(new URL('../../harness-integrity.json', import.meta.url))

/** The committed integrities. Throws where the file is missing or is not JSON. */
export const readIntegrity = (): HarnessIntegrity => JSON.parse(readFileSync(integrityFile, 'utf8')) as HarnessIntegrity

/** The integrity of a tarball as npm writes it. */
export const integrityOf = (tarball: Uint8Array): string =>
  `sha512-${createHash('sha512').update(tarball).digest('base64')}`
