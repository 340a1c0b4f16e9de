import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import {
  contractOf,
  factNames,
  readExpected,
  secondGenerationFactNames,
  showRecord,
} from '../../src/availability/index.js'
import { forks, harnessSpec, isSecondGeneration, pinnedVersion } from '../../src/harness/index.js'
import { harness2Version } from '../../src/harness2/index.js'
import { compatibilityPage, readRecords } from '../../src/matrix/index.js'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const page = readFileSync(`${root}docs/compatibility.md`, 'utf8')
const records = readRecords(`${root}packages/fixtures/availability/records`)

describe('docs/compatibility.md', () => {
  test('is what the records say', () => {
    expect(page, 'out of date: npx tsx --conditions=@active-mode/source tools/compatibility.ts').toBe(
      compatibilityPage(records, pinnedVersion()),
    )
  })

  test('has a row for each of at least ten versions, in the order of versions', () => {
    const rows = [...page.matchAll(/^\| ((?:[a-z-]+-)?\d+\.\d+\.\d+\S*)/gm)].map((row) => row[1])
    expect(rows).toEqual(records.map((record) => record.harness))
    expect(rows.length).toBeGreaterThanOrEqual(10)
    expect(rows.indexOf('1.3.2')).toBeLessThan(rows.indexOf('1.14.41'))
  })

  test('shows every contract that a harness gives', () => {
    for (const contract of ['primary', 'fallback-only', 'request'])
      expect(page).toMatch(new RegExp(`^\\| \\d\\S*( \\(pinned\\))? \\| ${contract} \\|`, 'm'))
  })

  test('has a row for each fork, with its folders and whether it takes options', () => {
    const named = records.flatMap(({ harness }) => harnessSpec(harness)?.fork?.title ?? [])
    expect(named).toEqual(forks.map(({ title }) => title).toSorted((a, b) => named.indexOf(a) - named.indexOf(b)))
    for (const { title, npm, seen } of forks)
      expect(page).toMatch(
        new RegExp(
          `^\\| ${title} \\(.*\\| \`${npm}\` .*\`${seen.dropIn}/\` \\| ${seen.takesOptions ? 'yes' : '\\*\\*no\\*\\*'} \\|`,
          'm',
        ),
      )
  })

  test('names a run that failed, and its reason', () => {
    const [record] = records
    const failed = {
      ...record!,
      harness: '9.9.9',
      contract: 'none' as const,
      failure: 'there is no harness to run: version 9.9.9 cannot be had',
    }
    const shown = compatibilityPage([failed], '1.0.0')
    expect(shown).toContain('| 9.9.9 | none (the run failed) |')
    expect(shown).toContain('- 9.9.9: there is no harness to run: version 9.9.9 cannot be had.')
    expect(shown).toContain('**none** (no version).')
  })
})

describe('the records', () => {
  test.each(records.map((record) => [record.harness, record] as const))(
    '%s holds every fact, and the contract that follows from them',
    (version, record) => {
      expect(record.facts.map((fact) => fact.name)).toEqual(
        isSecondGeneration(version) ? secondGenerationFactNames : factNames,
      )
      expect(record.contract).toBe(contractOf(record.facts))
      expect(readFileSync(`${root}packages/fixtures/availability/records/${version}.json`, 'utf8')).toBe(
        showRecord(record),
      )
    },
  )

  test('hold no path, id or address of the run that made them', () => {
    expect(records.map(showRecord).join('')).not.toMatch(
      /\b(ses|msg|evt)_[0-9A-Za-z]{8}|\/tmp\/|\/home\/|\/root\/|127\.0\.0\.1:\d|https?:/,
    )
  })

  test.each([
    ['first', pinnedVersion()],
    ['second', harness2Version],
  ] as const)('hold the version of the %s generation that the code was built for', (generation, version) => {
    const record = records.find(({ harness }) => harness === version)
    expect(record?.contract).toBe(readExpected(generation).contract)
  })
})
