import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { decide } from '@active-mode/core'
import type { AbstractCase, TableReport } from '@active-mode/fixtures'
import { decisionTablePage, reportTable } from '@active-mode/fixtures'

let report: TableReport
const differing: AbstractCase[] = []

/** A quarter of a million cases take some ten seconds, and longer on a busy machine. In milliseconds. */
const patience = 180_000

beforeAll(() => {
  report = reportTable((request, expected, one) => {
    if (!isDeepStrictEqual(decide(request), expected)) differing.push(one)
  })
  console.info(`enumerated differential: ${String(report.cases)} abstract cases`)
}, patience)

describe('decidePosture agrees with the reference on what is enumerated', () => {
  test('no abstract case tells them apart', () => {
    expect(differing.slice(0, 5)).toEqual([])
    expect(report.cases).toBeGreaterThan(200_000)
  })

  test('the enumeration reaches every row, and rows 12 to 16 on all three ways', () => {
    expect(report.rows.map(({ row }) => row)).toEqual([
      1,
      2,
      3,
      '3a',
      ...Array.from({ length: 13 }, (_, place) => place + 4),
    ])
    const ways = ['3a', 5, 11].flatMap((first) => [12, 13, 14, 15, 16].map((then) => [first, then]))
    expect(report.ways.map(({ rows }) => rows)).toEqual(expect.arrayContaining(ways))
  })

  test('docs/decision-table.md shows what it finds', () => {
    expect(readFileSync(new URL('../../../../docs/decision-table.md', import.meta.url), 'utf8')).toBe(
      decisionTablePage(report),
    )
  })
})
