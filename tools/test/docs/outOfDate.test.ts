import { expect, test } from 'vitest'
import { pinned2Version, pinnedVersion } from '@active-mode/lab/harness'
import { outOfDate } from '../../check/outOfDate.js'

const records = 'packages/fixtures/availability/records'
const record = (platform: string, holds: boolean): string => JSON.stringify({ platform, holds }, null, 2)

const files = (changes: Readonly<Record<string, string | null>>) => {
  const all: Readonly<Record<string, string | null>> = {
    '.untracked/acceptance.md': 'met',
    'docs/acceptance.md': 'met',
    ...Object.fromEntries(
      [pinnedVersion(), pinned2Version()].flatMap((version) =>
        ['.untracked/availability', records].map((folder) => [`${folder}/${version}.json`, record('linux-x64', true)]),
      ),
    ),
    ...changes,
  }
  return (path: string): string => {
    const text = all[path]
    if (text === undefined || text === null) throw new Error(`there is no ${path}`)
    return text
  }
}

test('a whole run that found what is committed has nothing to say', () => {
  expect(outOfDate(files({}))).toEqual([])
})

test('a page or record that is not what the run found is named, with the command that writes it', () => {
  const [first, second] = [pinnedVersion(), pinned2Version()]
  expect(
    outOfDate(
      files({
        'docs/acceptance.md': 'not met',
        [`${records}/${first}.json`]: record('linux-x64', false),
        [`${records}/${second}.json`]: null,
      }),
    ),
  ).toEqual([
    'docs/acceptance.md is not what this run found: npm run pages writes it',
    `${records}/${first}.json is not what this run found: npm run availability -- --harness ${first} writes it`,
    `${records}/${second}.json is not what this run found: npm run availability -- --harness ${second} writes it`,
  ])
})

test('a record of another platform, and one that this run did not make, are left alone', () => {
  expect(
    outOfDate(
      files({
        [`${records}/${pinnedVersion()}.json`]: record('darwin-arm64', false),
        [`.untracked/availability/${pinned2Version()}.json`]: null,
      }),
    ),
  ).toEqual([])
})
