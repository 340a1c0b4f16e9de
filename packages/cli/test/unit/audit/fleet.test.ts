import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import type { Line } from '../../support/copyRecording.js'
import { generateLog } from '../../support/generateLog.js'

const page = readFileSync(new URL('../../../../../docs/fleet.md', import.meta.url), 'utf8')
const queries = new Map(
  [...page.matchAll(/^```sql (\S+)\n([^]*?)^```$/gm)].map(([, name = '', sql = '']) => [name, sql]),
)

let folder: string
let duck: DuckDBConnection

/** Changes every `every`-th line of a machine's log. */
const edit = (machine: string, every: number, change: (line: Line) => Line): void => {
  const log = join(folder, machine, 'decisions')
  for (const name of readdirSync(log).filter((each) => each.endsWith('.jsonl'))) {
    const lines = readFileSync(join(log, name), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Line)
    writeFileSync(
      join(log, name),
      lines.map((line, at) => `${JSON.stringify(at % every === 0 ? change(line) : line)}\n`).join(''),
    )
  }
}

const ask = async (name: string): Promise<ReadonlyArray<unknown>> => {
  const sql = queries.get(name)
  if (sql === undefined) throw new Error(`docs/fleet.md has no query ${name}`)
  return (await duck.runAndReadAll(sql)).getRowObjectsJson()
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'active-mode-fleet-'))
  await generateLog(join(folder, 'anna'), { sessions: 3, turns: 40 })
  await generateLog(join(folder, 'bert'), { sessions: 2, turns: 40, faultEvery: 16 })
  await generateLog(join(folder, 'cleo'), { sessions: 1, turns: 40 })
  edit('cleo', 20, (line) => ({
    ...line,
    plugin: '0.0.1',
    posture: { _tag: 'unresolvable', reasons: [{ _tag: 'registry-unreadable', detail: 'EACCES' }] },
    confirmed: null,
    elapsedMs: 2000,
  }))
  edit('anna', 25, (line) =>
    line['posture']._tag === 'copilot'
      ? { ...line, blockSha256: 'a'.repeat(64), blockBytes: 10, confirmed: false }
      : line,
  )
  edit('anna', 33, (line) =>
    line['posture']._tag === 'director' ? { ...line, requestAgent: 'another', confirmed: true } : line,
  )
  const [name = ''] = readdirSync(join(folder, 'bert', 'decisions')).filter((each) => each.endsWith('.jsonl'))
  appendFileSync(
    join(folder, 'bert', 'decisions', name),
    '{"v":1,"at":"2026-11-30T08:59:00.000Z","dropped":7}\n{"v":1,"at":"2026-11-30T09:00:00.000Z","sessionId":"se\n',
  )
  duck = await (await DuckDBInstance.create(':memory:')).connect()
  await duck.run((queries.get('setup') ?? '').replaceAll('fleet/*', `${folder}/*`))
})
afterAll(() => {
  duck.closeSync()
  rmSync(folder, { recursive: true, force: true })
})

/** Every decision of the fleet, read without DuckDB. */
const decisions = (): ReadonlyArray<Line & { readonly machine: string }> =>
  ['anna', 'bert', 'cleo'].flatMap((machine) => {
    const log = join(folder, machine, 'decisions')
    const lines = readdirSync(log)
      .filter((each) => each.endsWith('.jsonl'))
      .flatMap((name) =>
        readFileSync(join(log, name), 'utf8')
          .split('\n')
          .filter((line) => line.endsWith('}') && !line.includes('"dropped"')),
      )
    return lines.map((line) => ({ ...(JSON.parse(line) as Line), machine }))
  })

const placeOf = ({ machine, sessionId, messageId }: Line) => [machine, sessionId, messageId].join(' ')
const places = (rows: ReadonlyArray<unknown>) => rows.map((row) => placeOf(row as Line)).toSorted()

describe('the queries of docs/fleet.md', () => {
  test('are all asked here', () => {
    expect([...queries.keys()]).toEqual([
      'setup',
      'director-without-block',
      'copilot-with-block',
      'unconfirmed',
      'unresolvable-reasons',
      'outcomes-by-day',
      'versions',
      'latency',
      'damaged-lines',
    ])
  })

  test('director-without-block', async () => {
    const expected = decisions().filter(
      ({ posture, blockSha256 }) => posture._tag === 'director' && blockSha256 === null,
    )
    expect(expected.length).toBeGreaterThan(0)
    expect(places(await ask('director-without-block'))).toEqual(expected.map(placeOf).toSorted())
  })

  test('copilot-with-block', async () => {
    const expected = decisions().filter(
      ({ posture, blockSha256 }) => posture._tag === 'copilot' && blockSha256 !== null,
    )
    expect(expected.length).toBeGreaterThan(0)
    expect(places(await ask('copilot-with-block'))).toEqual(expected.map(placeOf).toSorted())
  })

  test('unconfirmed', async () => {
    const told = decisions().filter(
      ({ confirmed, requestAgent }) => confirmed === false || requestAgent === 'another',
    ).length
    expect(told).toBeGreaterThan(decisions().filter(({ confirmed }) => confirmed === false).length)
    expect(await ask('unconfirmed')).toEqual([
      { machine: 'anna', what: 'told another posture', requests: String(told) },
      { machine: 'cleo', what: 'unconfirmed', requests: '2' },
    ])
  })

  test('unresolvable-reasons', async () => {
    expect(await ask('unresolvable-reasons')).toEqual([{ reason: 'registry-unreadable', requests: '2', machines: '1' }])
  })

  test('outcomes-by-day', async () => {
    const rows = (await ask('outcomes-by-day')) as ReadonlyArray<{ day: string; outcome: string; requests: string }>
    expect(rows.map(({ day, outcome }) => `${day} ${outcome}`)).toEqual([
      '2026-11-30 copilot',
      '2026-11-30 director',
      '2026-11-30 unresolvable',
    ])
    expect(rows.reduce((sum, { requests }) => sum + Number(requests), 0)).toBe(decisions().length)
  })

  test('versions', async () => {
    const rows = (await ask('versions')) as ReadonlyArray<{ machine: string; harness: string; registry: string }>
    expect(rows.map(({ machine, harness }) => `${machine} ${harness}`)).toEqual([
      'anna 1.18.33',
      'bert 1.18.33',
      'cleo 1.18.33',
    ])
    expect(rows[0]?.registry).toMatch(/^sha256:/)
  })

  test('latency', async () => {
    expect(await ask('latency')).toMatchObject([{ harness: '1.18.33', requests: String(decisions().length) }])
  })

  test('damaged-lines', async () => {
    expect(await ask('damaged-lines')).toEqual([{ machine: 'bert', dropped: '7', damaged: '1' }])
  })
})
