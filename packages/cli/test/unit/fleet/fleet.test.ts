import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DuckDBInstance } from '@duckdb/node-api'
import { hasClickHouse, startClickHouse } from '../../support/clickHouse.js'
import type { Line } from '../../support/copyRecording.js'
import { decisionsOf, writeFleet } from '../../support/fleet.js'
import { blockOf, builtTool, commands, queries, runCommand } from '../../support/fleetPage.js'

type Rows = ReadonlyArray<Readonly<Record<string, unknown>>>

/** A way to ask the questions of the page. */
interface Engine {
  readonly ask: (question: string) => Promise<Rows>
  readonly close: () => unknown
}

const questions = [
  'director-without-block',
  'copilot-with-block',
  'unconfirmed',
  'unresolvable-reasons',
  'outcomes-by-day',
  'versions',
  'latency',
  'damaged-lines',
] as const

let folder: string
const fleet = (): string => join(folder, 'fleet')

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'active-mode-fleet-'))
  await writeFleet(fleet())
  runCommand('export-all', folder, { 'active-mode': builtTool })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const duckDb = async (setup: string): Promise<Engine> => {
  const duck = await (await DuckDBInstance.create(':memory:')).connect()
  const run = (sql: string) => duck.runAndReadAll(sql)
  for (const sql of blockOf(queries, setup)
    .replaceAll("'fleet/", `'${fleet()}/`)
    .split(/;\n/)
    .filter((each) => each.trim() !== ''))
    await run(sql)
  return {
    ask: async (question) => (await run(blockOf(queries, question))).getRowObjectsJson(),
    close: () => duck.closeSync(),
  }
}

const clickHouse = async (): Promise<Engine> => {
  const { ask, clientScript, close } = await startClickHouse(join(folder, 'clickhouse'))
  ask(blockOf(queries, 'clickhouse-records'))
  runCommand('clickhouse-load', folder, { 'clickhouse-client': clientScript })
  // What arrives twice counts once.
  runCommand('clickhouse-load', folder, { 'clickhouse-client': clientScript })
  return {
    ask: (question) =>
      Promise.resolve(
        ask(blockOf(queries, queries.has(`${question}-clickhouse`) ? `${question}-clickhouse` : question)),
      ),
    close,
  }
}

const missing = hasClickHouse()
  ? null
  : 'clickhouse-server and clickhouse-client are not installed (Debian: apt-get install clickhouse-server clickhouse-client)'
if (missing !== null) console.warn(`docs/fleet.md was NOT tried in ClickHouse: ${missing}`)

const engines: ReadonlyArray<readonly [string, () => Promise<Engine>, string | null]> = [
  ['the copied logs in DuckDB', () => duckDb('duckdb-logs'), null],
  ['the exported records in DuckDB', () => duckDb('duckdb-records'), null],
  [`the exported records in ClickHouse${missing === null ? '' : ` — NOT RUN: ${missing}`}`, clickHouse, missing],
]

test('every command and query of docs/fleet.md is run by a test', () => {
  expect([...commands.keys()]).toEqual(['export-to-endpoint', 'export-to-file', 'export-all', 'clickhouse-load'])
  expect([...queries.keys()].toSorted()).toEqual(
    [
      ...questions,
      'duckdb-logs',
      'duckdb-records',
      'clickhouse-records',
      'versions-clickhouse',
      'latency-clickhouse',
    ].toSorted(),
  )
})

const placeOf = ({ machine, sessionId, messageId }: Line) => [machine, sessionId, messageId].join(' ')
const places = (rows: Rows) => rows.map((row) => placeOf(row as Line)).toSorted()

/** Engines differ in how they write numbers and times; to the second they agree. */
const plain = (rows: Rows) =>
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        value === null ? null : name === 'at' || name === 'last_seen' ? String(value).slice(0, 19) : String(value),
      ]),
    ),
  )

describe.each(engines)('the questions of docs/fleet.md to %s', (_, open, whyNot) => {
  let engine: Engine
  let decisions: ReturnType<typeof decisionsOf>
  beforeAll(async () => {
    if (whyNot !== null) return
    decisions = decisionsOf(fleet())
    engine = await open()
  })
  afterAll(() => (whyNot === null ? engine.close() : undefined))
  const ask = async (question: (typeof questions)[number]) => plain(await engine.ask(question))

  test.skipIf(whyNot !== null)('director-without-block', async () => {
    const expected = decisions.filter(({ posture, blockSha256 }) => posture._tag === 'director' && blockSha256 === null)
    expect(expected.length).toBeGreaterThan(0)
    expect(places(await ask('director-without-block'))).toEqual(expected.map(placeOf).toSorted())
  })

  test.skipIf(whyNot !== null)('copilot-with-block', async () => {
    const expected = decisions.filter(({ posture, blockSha256 }) => posture._tag === 'copilot' && blockSha256 !== null)
    expect(expected.length).toBeGreaterThan(0)
    const rows = await ask('copilot-with-block')
    expect(places(rows)).toEqual(expected.map(placeOf).toSorted())
    expect(new Set(rows.map(({ requestAgent }) => requestAgent))).toEqual(new Set(['pl"an\\ü']))
  })

  test.skipIf(whyNot !== null)('unconfirmed', async () => {
    const told = decisions.filter(
      ({ confirmed, requestAgent }) => confirmed === false || requestAgent === 'another',
    ).length
    expect(told).toBeGreaterThan(decisions.filter(({ confirmed }) => confirmed === false).length)
    expect(await ask('unconfirmed')).toEqual([
      { machine: 'anna', what: 'told another posture', requests: String(told) },
      { machine: 'cleo', what: 'unconfirmed', requests: '2' },
    ])
  })

  test.skipIf(whyNot !== null)('unresolvable-reasons', async () => {
    expect(await ask('unresolvable-reasons')).toEqual([{ reason: 'registry-unreadable', requests: '2', machines: '1' }])
  })

  test.skipIf(whyNot !== null)('outcomes-by-day', async () => {
    const rows = await ask('outcomes-by-day')
    expect(rows.map(({ day, outcome }) => `${day ?? ''} ${outcome ?? ''}`)).toEqual([
      '2026-11-30 copilot',
      '2026-11-30 director',
      '2026-11-30 unresolvable',
    ])
    expect(rows.reduce((sum, { requests }) => sum + Number(requests), 0)).toBe(decisions.length)
  })

  test.skipIf(whyNot !== null)('versions', async () => {
    const rows = await ask('versions')
    expect(rows.map(({ machine, harness }) => `${machine ?? ''} ${harness ?? ''}`)).toEqual([
      'anna 1.18.33',
      'bert 1.18.33',
      'cleo 1.18.33',
    ])
    expect(rows[0]?.['registry']).toMatch(/^sha256:/)
  })

  test.skipIf(whyNot !== null)('latency', async () => {
    expect(await ask('latency')).toMatchObject([{ version: '1.18.33', requests: String(decisions.length) }])
  })

  test.skipIf(whyNot !== null)('damaged-lines', async () => {
    expect(await ask('damaged-lines')).toEqual([{ machine: 'bert', lines_dropped: '7', lines_damaged: '1' }])
  })

  test.skipIf(whyNot !== null)('every answer is that of the copied logs', async () => {
    const logs = await duckDb('duckdb-logs')
    for (const question of questions) expect(await ask(question), question).toEqual(plain(await logs.ask(question)))
    logs.close()
  })
})
