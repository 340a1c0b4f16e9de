import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { decodeDecisionLogLine, decodeRegistryBundle } from '@active-mode/core'
import type { DecisionLog } from '../../../src/log/DecisionLog.js'
import { createDecisionLog } from '../../../src/log/live/createDecisionLog.js'
import { fileBytes, keptMs } from '../../../src/log/live/limits.js'
import { account, bundle, decision, patiently } from './support/decisions.js'

let base: string
let folder: string
let log: DecisionLog
const now = (): number => 1_700_000_000_000

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'active-mode-log-'))
  folder = join(base, 'state', 'decisions')
  log = createDecisionLog({ folder, harness: async () => '1.2.3', now, refused: async () => true })
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

const linesOf = (file: string): ReadonlyArray<unknown> =>
  existsSync(join(folder, file))
    ? readFileSync(join(folder, file), 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    : []

const settled = (file: string, count: number) => vi.waitFor(() => expect(linesOf(file)).toHaveLength(count), patiently)

describe('the decision log', () => {
  test('keeps one line a decision, which the codec reads, and the registry once beside them', async () => {
    log.write(decision('ses_a'))
    log.write(decision('ses_a', 'msg_2'))
    log.write(decision('ses_b'))
    await settled('ses_a.jsonl', 2)
    await settled('ses_b.jsonl', 1)
    const [line] = linesOf('ses_a.jsonl').map(decodeDecisionLogLine)
    expect(line).toMatchObject({
      _tag: 'Right',
      right: {
        v: 1,
        at: '2023-11-14T22:13:20.000Z',
        sessionId: 'ses_a',
        harness: '1.2.3',
        confirmed: true,
        blockSha256: null,
        blockBytes: 0,
      },
    })
    const registries = readdirSync(join(folder, 'registries'))
    expect(registries).toEqual([`${(linesOf('ses_a.jsonl')[0] as { registry: string }).registry}.json`])
    expect(
      decodeRegistryBundle(JSON.parse(readFileSync(join(folder, 'registries', registries[0] ?? ''), 'utf8'))),
    ).toEqual({ _tag: 'Right', right: bundle })
  })

  test('is for its owner only', async () => {
    log.write(decision('ses_a'))
    await settled('ses_a.jsonl', 1)
    const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8)
    expect([folder, join(folder, 'registries')].map(mode)).toEqual(['700', '700'])
    expect(
      [
        join(folder, 'ses_a.jsonl'),
        ...readdirSync(join(folder, 'registries')).map((name) => join(folder, 'registries', name)),
      ].map(mode),
    ).toEqual(['600', '600'])
  })

  test.each(['../../etc/passwd', 'ses_', 'ses_a/b', 'ses_a.b', '', `ses_${'a'.repeat(300)}`])(
    'takes %j for no file name',
    async (sessionId) => {
      log.write(decision(sessionId))
      await settled('other.jsonl', 1)
      expect(readdirSync(base)).toEqual(['state'])
      expect(readdirSync(folder).toSorted()).toEqual(['other.jsonl', 'registries'])
    },
  )

  test('counts what a disk refuses, and says so as soon as it can', async () => {
    mkdirSync(join(folder, 'ses_a.jsonl'), { recursive: true })
    log.write(decision('ses_a'))
    log.write(decision('ses_a'))
    log.write(decision('ses_b'))
    await settled('ses_b.jsonl', 2)
    expect(linesOf('ses_b.jsonl')[0]).toEqual({ v: 1, at: '2023-11-14T22:13:20.000Z', dropped: 2 })
  })

  test('drops what comes faster than it can be written, and counts it', async () => {
    for (let n = 0; n < 5000; n += 1) log.write(decision('ses_a'))
    await vi.waitFor(() => expect(linesOf('ses_a.jsonl').length).toBeGreaterThan(0), patiently)
    log.write(decision('ses_a'))
    await vi.waitFor(() => {
      const lines = linesOf('ses_a.jsonl')
      const dropped = lines.reduce<number>((sum, line) => sum + ((line as { dropped?: number }).dropped ?? 0), 0)
      const written = lines.filter((line) => !Object.hasOwn(line as object, 'dropped')).length
      expect(dropped).toBeGreaterThan(0)
      expect(written + dropped).toBe(5001)
    }, patiently)
  })

  test('tells what was dropped while an earlier count was being written', async () => {
    const count = 40_000
    for (let n = 1; n <= count; n += 1) {
      log.write(decision('ses_a', `msg_${n}`))
      if (n % 500 === 0) await setImmediate()
    }
    // Decisions are dropped as long as too many wait, so the last one may have to be handed in again.
    let last = count
    while (!account(folder).messages.includes(`msg_${last}`)) {
      last += 1
      log.write(decision('ses_a', `msg_${last}`))
      await setTimeout(100)
    }
    const { messages, told } = account(folder)
    expect(told).toBeGreaterThan(0)
    expect(messages.length + told).toBe(last)
  })

  test('begins a line of its own after a line that a crash tore', async () => {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'ses_a.jsonl'), '{"v":1,"at":"20')
    log.write(decision('ses_a'))
    await vi.waitFor(() => expect(account(folder).messages).toEqual(['msg_1']), patiently)
    log.write(decision('ses_a', 'msg_2'))
    await vi.waitFor(() => expect(account(folder).messages).toEqual(['msg_1', 'msg_2']), patiently)
    expect(readFileSync(join(folder, 'ses_a.jsonl'), 'utf8')).not.toContain('\n\n')
  })

  test('puts a full file aside', async () => {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'ses_a.jsonl'), `${' '.repeat(fileBytes)}\n`)
    log.write(decision('ses_a'))
    await settled('ses_a.jsonl', 1)
    expect(readdirSync(folder).filter((name) => /^ses_a\..+\.jsonl$/.test(name))).toHaveLength(1)
  })

  test('deletes its own files that are too old, and nothing else', async () => {
    mkdirSync(join(folder, 'registries'), { recursive: true })
    const old = [
      'ses_old.jsonl',
      'ses_old.abc-12.jsonl',
      'other.jsonl',
      `registries/${'0'.repeat(64)}.json`,
      'notes.txt',
      'ses_old.jsonl.bak',
    ]
    for (const name of old) {
      writeFileSync(join(folder, name), '\n')
      utimesSync(join(folder, name), (now() - keptMs) / 1000 - 10, (now() - keptMs) / 1000 - 10)
    }
    log.write(decision('ses_a'))
    await settled('ses_a.jsonl', 1)
    await vi.waitFor(() => {
      expect(readdirSync(folder).toSorted()).toEqual(['notes.txt', 'registries', 'ses_a.jsonl', 'ses_old.jsonl.bak'])
      expect(readdirSync(join(folder, 'registries'))).toHaveLength(1)
    }, patiently)
  })

  test('keeps what two writers append at once whole', async () => {
    const other = createDecisionLog({ folder, harness: async () => null, now, refused: async () => true })
    for (let n = 0; n < 200; n += 1) (n % 2 === 0 ? log : other).write(decision('ses_a', `msg_${n}`))
    await settled('ses_a.jsonl', 200)
    expect(
      linesOf('ses_a.jsonl')
        .map(decodeDecisionLogLine)
        .every(({ _tag }) => _tag === 'Right'),
    ).toBe(true)
  })
})
