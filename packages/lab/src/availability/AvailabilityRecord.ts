import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Contract } from './contractOf.js'
import type { Facts } from './Facts.js'

/** What one run of the fixture established. The same harness on the same platform gives the same record, byte for byte. */
export interface AvailabilityRecord {
  /** The version that was asked for, or what the executable calls itself where a path was given; `unknown` if neither is known. */
  readonly harness: string
  /** E.g. `linux-x64`. */
  readonly platform: string
  readonly contract: Contract
  /** Why the run did not get to its end, in one sentence; null if it did. */
  readonly failure: string | null
  readonly facts: Facts
}

/** Which contract and facts the code was built for, on the harness of one generation that it was built for. */
export interface Expected {
  readonly harness: string
  readonly contract: Contract
  readonly facts: { readonly [name: string]: boolean | null }
}

/** The record as the text of its file. */
export const showRecord = (record: AvailabilityRecord): string => `${JSON.stringify(record, null, 2)}\n`

/** The expectation that this record would meet. */
export const expectedOf = ({ harness, contract, facts }: AvailabilityRecord): Expected => ({
  harness,
  contract,
  facts: Object.fromEntries(facts.map((fact) => [fact.name, fact.holds])),
})

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
