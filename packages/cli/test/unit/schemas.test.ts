import { readdirSync, readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { type DecisionLogLine, decodeDecisionLogLine, encodeDecisionLogLine } from '@active-mode/core'
import { arbitraryDecisionLogLine } from '@active-mode/fixtures'
import { findingIds } from '../../src/audit/Finding.js'
import { verifyJson } from '../../src/verify/json.js'
import { copyRecording } from '../support/copyRecording.js'
import { recorded, runTool } from '../support/runTool.js'
import { copilotTurn, runOf, turnOf } from '../support/verifyRuns.js'

const schema = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(`../../../../docs/schema/${name}`, import.meta.url), 'utf8')) as Record<
    string,
    unknown
  >
const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true })
formats.default(ajv)
const isLine = ajv.compile(schema('decision-log-line.v1.json'))
const isReport = ajv.compile(schema('audit-report.v1.json'))
const isDoctorReport = ajv.compile(schema('doctor-report.v1.json'))
const isVerifyReport = ajv.compile(schema('verify-report.v1.json'))

const wire = (line: DecisionLogLine): unknown => JSON.parse(JSON.stringify(encodeDecisionLogLine(line)))

/** Every place of a JSON value, as a list of keys. */
const placesOf = (json: unknown, path: ReadonlyArray<string> = []): ReadonlyArray<ReadonlyArray<string>> =>
  typeof json === 'object' && json !== null
    ? [path, ...Object.entries(json).flatMap(([key, value]) => placesOf(value, [...path, key]))]
    : [path]

const spoilt = (json: unknown, [key, ...rest]: ReadonlyArray<string>, put: unknown): unknown => {
  if (key === undefined) return put
  if (typeof json !== 'object' || json === null) return put
  if (Array.isArray(json)) return json.map((item: unknown, at) => (String(at) === key ? spoilt(item, rest, put) : item))
  const { [key]: old, ...others } = json as Record<string, unknown>
  const next = spoilt(old, rest, put)
  return next === undefined ? others : { ...others, [key]: next }
}

describe('docs/schema/decision-log-line.v1.json is the codec', () => {
  test('every line that the codec writes is valid', () => {
    fc.assert(
      fc.property(arbitraryDecisionLogLine, (line) => isLine(wire(line))),
      { numRuns: 500 },
    )
  })

  test('a line that is spoilt in one place is valid exactly where the codec still takes it', () => {
    const anything = fc.oneof(
      fc.constant(undefined),
      fc.jsonValue({ maxDepth: 1 }),
      fc.constantFrom(2, -1, 0.5, 'known', [], {}, null, true),
    )
    fc.assert(
      fc.property(arbitraryDecisionLogLine, fc.nat(), anything, (line, at, put) => {
        const json = wire(line)
        const places = placesOf(json)
        const other = spoilt(json, places[at % places.length] ?? [], put)
        expect(isLine(other)).toBe(E.isRight(decodeDecisionLogLine(other)))
      }),
      { numRuns: 2000 },
    )
  })

  test('a line of an older plugin, that does not say what was delivered, is valid and reads as null there', () => {
    fc.assert(
      fc.property(arbitraryDecisionLogLine, (line) => {
        const older = Object.fromEntries(
          Object.entries(wire(line) as Record<string, unknown>).filter(([key]) => key !== 'delivered'),
        )
        expect(isLine(older)).toBe(true)
        expect(decodeDecisionLogLine(older)).toEqual(E.right('dropped' in line ? line : { ...line, delivered: null }))
      }),
    )
  })

  test('the recorded lines of the real harness are valid', () => {
    const { director } = JSON.parse(readFileSync(recorded('campaign.json'), 'utf8')) as { director: string }
    const lines = readFileSync(recorded(`decisions/${director}.jsonl`), 'utf8')
      .split('\n')
      .filter(Boolean)
    expect(lines.length).toBeGreaterThan(10)
    for (const line of lines) expect(isLine(JSON.parse(line)), line).toBe(true)
  })
})

test.each(readdirSync(new URL('../../../../docs/schema/', import.meta.url)))(
  'the package has %s, as it is documented',
  (name) => {
    const { files } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
      files: ReadonlyArray<string>
    }
    expect(files).toContain('dist/schema')
    expect(JSON.parse(readFileSync(new URL(`../../dist/schema/${name}`, import.meta.url), 'utf8'))).toEqual(
      schema(name),
    )
  },
)

describe('the reports are as their schemas say', () => {
  const findingId = (schema('audit-report.v1.json')['$defs'] as { findingId: { enum: ReadonlyArray<string> } })
    .findingId

  test('the schema has every kind of finding', () => {
    expect(findingId.enum.toSorted()).toEqual(findingIds.toSorted())
  })

  test('audit --json, with findings of log and store', async () => {
    const { log, export: exported, folder, editLines, director } = copyRecording()
    editLines(director, (lines) => ['not ours\n', ...lines.toSpliced(2, 1)])
    const { code, stdout } = await runTool([
      'audit',
      '--log',
      log,
      '--export',
      exported,
      '--vault',
      folder,
      '--since',
      '2026-01-01',
      '--json',
    ])
    expect(code).toBe(1)
    const report: unknown = JSON.parse(stdout)
    expect(isReport(report), JSON.stringify(isReport.errors)).toBe(true)
    expect((report as { findings: ReadonlyArray<unknown> }).findings).toHaveLength(4)
  })

  test('audit --json --rows has the rows as the page draws them: as many requests as decisions, each with its findings', async () => {
    const { log, export: exported, editLines, director } = copyRecording()
    editLines(director, (lines) =>
      lines.map((line, at) => (at === 2 ? { ...line, blockSha256: null, blockBytes: 0 } : line)).toSpliced(4, 1),
    )
    const { stdout } = await runTool(['audit', '--log', log, '--export', exported, '--json', '--rows'])
    const report = JSON.parse(stdout) as {
      totals: { decisions: number; compactions: number }
      findings: ReadonlyArray<{ id: string }>
      rows: ReadonlyArray<{ kind: string; findings?: ReadonlyArray<string> }>
    }
    expect(isReport(report), JSON.stringify(isReport.errors)).toBe(true)
    const count = (kind: string): number => report.rows.filter((row) => row.kind === kind).length
    expect([count('request'), count('compaction'), count('gap')]).toEqual([
      report.totals.decisions,
      report.totals.compactions,
      1,
    ])
    expect(report.rows.flatMap(({ findings = [] }) => findings)).toContain('director-without-block')
    expect(
      JSON.parse((await runTool(['audit', '--log', log, '--export', exported, '--json'])).stdout),
    ).not.toHaveProperty('rows')
  })

  test('doctor --json', async () => {
    const { stdout } = await runTool([
      'doctor',
      '--registry',
      '/nowhere/modes',
      '--harness',
      '/nowhere/opencode',
      '--json',
    ])
    expect(isDoctorReport(JSON.parse(stdout)), JSON.stringify(isDoctorReport.errors)).toBe(true)
  })

  test.each([
    ['in which all is well', runOf()],
    ['with a finding', runOf({ exchanges: [turnOf('ship', { _tag: 'not-sent', why: 'no model' }), copilotTurn()] })],
  ])('verify --json of a run %s', (_, run) => {
    expect(isVerifyReport(JSON.parse(JSON.stringify(verifyJson(run)))), JSON.stringify(isVerifyReport.errors)).toBe(
      true,
    )
  })
})
