import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type AvailabilityRecord, type AvailabilityRun, factNames, showRecord } from '../../src/availability/index.js'
import { readIntegrity } from '../../src/harness/harnessIntegrity.js'
import { formVersions } from '../../src/matrix/formFailures.js'
import { readRecords, recordChanges, runMatrix } from '../../src/matrix/index.js'

const recordOf = (harness: string, changed: Partial<AvailabilityRecord> = {}): AvailabilityRecord => ({
  harness,
  platform: 'linux-x64',
  contract: 'primary',
  failure: null,
  facts: factNames.map((name) => ({ name, holds: true, evidence: 'every' })),
  ...changed,
})

const runOf = (record: AvailabilityRecord): AvailabilityRun => ({
  record,
  timings: {
    harness: record.harness,
    bootMs: null,
    totalMs: 0,
    sessionGet: { first: null, median: null, longest: null, calls: 0 },
  },
})

const unreachable = { contract: 'none', failure: 'there is no harness to run' } as const

let folder = ''
const put = (...records: ReadonlyArray<AvailabilityRecord>) => {
  for (const record of records) writeFileSync(join(folder, `${record.harness}.json`), showRecord(record))
}
const stored = (version: string) => readFileSync(join(folder, `${version}.json`), 'utf8')

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'active-mode-matrix-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

describe('readRecords', () => {
  test('orders as versions, not as text', () => {
    put(recordOf('1.14.41'), recordOf('1.3.2'), recordOf('1.0.162'))
    expect(readRecords(folder).map((record) => record.harness)).toEqual(['1.0.162', '1.3.2', '1.14.41'])
  })

  test('a record under the name of another version is refused', () => {
    writeFileSync(join(folder, '1.0.0.json'), showRecord(recordOf('2.0.0')))
    expect(() => readRecords(folder)).toThrow('the record 1.0.0.json was made on harness 2.0.0')
  })
})

describe('recordChanges', () => {
  const before = recordOf('1.0.0')
  const withFact = (holds: boolean | null, evidence: string) =>
    recordOf('1.0.0', { facts: before.facts.map((fact, place) => (place === 0 ? { ...fact, holds, evidence } : fact)) })

  test.each<[string, AvailabilityRecord, ReadonlyArray<string>]>([
    ['the same', recordOf('1.0.0'), []],
    ['another platform', recordOf('1.0.0', { platform: 'darwin-arm64' }), []],
    ['another contract', recordOf('1.0.0', { contract: 'fallback-only' }), ['contract was primary, is fallback-only']],
    ['a fact', withFact(false, 'none'), ['fact factory-gets-client was true, is false (evidence: "none")']],
    [
      'evidence alone',
      withFact(true, 'some'),
      ['fact factory-gets-client is true still, its evidence was "every", is "some"'],
    ],
    [
      'a failure',
      recordOf('1.0.0', { ...unreachable, facts: [] }),
      ['failure was null, is "there is no harness to run"', 'contract was primary, is none'],
    ],
    [
      'a fact that is gone',
      recordOf('1.0.0', { facts: before.facts.slice(1) }),
      ['fact factory-gets-client was true, is nothing (evidence: nothing)'],
    ],
  ])('%s', (_, fresh, changes) => {
    expect(recordChanges(before, fresh)).toEqual(changes)
  })
})

describe('runMatrix', () => {
  const examine = (fresh: { readonly [version: string]: Partial<AvailabilityRecord> }) => async (version: string) =>
    runOf(recordOf(version, fresh[version] ?? {}))

  test('names what changed and writes nothing', async () => {
    put(recordOf('1.0.0'), recordOf('1.1.0'))
    const result = await runMatrix({ folder, examine: examine({ '1.1.0': { contract: 'none' } }) })
    expect(result).toEqual({ versions: 2, changed: ['1.1.0'], open: ['1.1.0'] })
    expect(stored('1.1.0')).toBe(showRecord(recordOf('1.1.0')))
  })

  test('replaces what changed when told to', async () => {
    put(recordOf('1.0.0'), recordOf('1.1.0'))
    const result = await runMatrix({ folder, accept: true, examine: examine({ '1.1.0': { contract: 'none' } }) })
    expect(result).toEqual({ versions: 2, changed: ['1.1.0'], open: [] })
    expect(stored('1.1.0')).toBe(showRecord(recordOf('1.1.0', { contract: 'none' })))
  })

  test('a failed run replaces no record of a run that came to its end', async () => {
    put(recordOf('1.0.0'), recordOf('9.9.9', { ...unreachable, failure: 'another reason' }))
    const result = await runMatrix({
      folder,
      accept: true,
      examine: examine({ '1.0.0': unreachable, '9.9.9': unreachable }),
    })
    expect(result).toEqual({ versions: 2, changed: ['1.0.0', '9.9.9'], open: ['1.0.0'] })
    expect(stored('1.0.0')).toBe(showRecord(recordOf('1.0.0')))
    expect(stored('9.9.9')).toBe(showRecord(recordOf('9.9.9', unreachable)))
  })
})

test('each version that npm run matrix tries has a committed integrity, so that it can be fetched', () => {
  const pinned = Object.keys(readIntegrity())
  const tried = [...formVersions, ...readRecords().map(({ harness }) => harness.replace(/^.*-/, ''))]
  const without = tried.filter((version) => !pinned.some((spec) => spec.endsWith(`@${version}`)))
  expect(tried.length).toBeGreaterThan(20)
  expect(without).toEqual([])
})
