import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { decidePosture } from '@active-mode/core'
import { lawsOf, loadVectors } from '@active-mode/fixtures'

const page = fileURLToPath(new URL('bug-reports.md', import.meta.url))

/** How many entries each kind of the bug reports has. */
const entries = { 1: 24, 2: 28, 3: 26, 4: 16 } as const
const ids = Object.entries(entries).flatMap(([kind, count]) =>
  Array.from({ length: count }, (_, place) => `${kind}.${String(place + 1).padStart(2, '0')}`),
)

const rows = readFileSync(page, 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, id, covered] = /^\| (\d\.\d\d) \| [^|]+ \| (.+) \|$/.exec(line) ?? []
    return id === undefined || covered === undefined ? [] : [{ id, covered }]
  })

const testsOf = (covered: string) =>
  [...covered.matchAll(/\[[^\]]+\]\(([^)]+)\) “([^”]+)”/g)].map(([, file = '', title = '']) => ({
    file: join(dirname(page), file),
    title,
  }))

/** The titles in a test file: those of laws and vectors are data, the others stand in it. */
const holds = (file: string, title: string): boolean => {
  if (file.endsWith('/core/test/laws/laws.test.ts')) return lawsOf(decidePosture).some(({ name }) => name === title)
  if (file.endsWith('/core/test/vectors.test.ts')) return loadVectors().some(({ name }) => name === title)
  return readFileSync(file, 'utf8').includes(title.replaceAll("'", "\\'")) || readFileSync(file, 'utf8').includes(title)
}

describe('the page of bug reports', () => {
  test('has every entry of kinds 1 to 4, once and in order', () => {
    expect(rows.map(({ id }) => id)).toEqual(ids)
  })

  test('names a test or a reason for each', () => {
    expect(
      rows.filter(({ covered }) => testsOf(covered).length === 0 && !/^Does not apply: \S.{20,}/.test(covered)),
    ).toEqual([])
    expect(
      rows.filter(({ covered }) => (covered.match(/\]\(/g) ?? []).length !== testsOf(covered).length),
      'each file is named with a title',
    ).toEqual([])
  })

  test('names tests that are there', () => {
    const named = rows.flatMap(({ id, covered }) => testsOf(covered).map(({ file, title }) => ({ id, file, title })))
    expect(named.length).toBeGreaterThan(ids.length)
    expect(named.filter(({ file }) => !existsSync(file))).toEqual([])
    expect(named.filter(({ file, title }) => !holds(file, title))).toEqual([])
  })
})
