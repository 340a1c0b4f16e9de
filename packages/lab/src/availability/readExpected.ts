import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Expected } from './AvailabilityRecord.js'

/** Where the committed expectation of each generation of the harness is. */
export const expectedFiles = {
  first: fileURLToPath(new URL('../../../fixtures/availability/expected.json', import.meta.url)),
  second: fileURLToPath(new URL('../../../fixtures/availability/expected-2.json', import.meta.url)),
} as const

export type Generation = keyof typeof expectedFiles

/** What the file of an expectation is called. */
export const expectedName = (generation: Generation): string => basename(expectedFiles[generation])

/** What the code was built for. Throws where the committed file is missing or is not JSON. */
export const readExpected = (generation: Generation = 'first'): Expected =>
  JSON.parse(readFileSync(expectedFiles[generation], 'utf8')) as Expected
