import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import {
  decodeDecisionLogLine,
  decodeRegistryBundle,
  encodeDecisionLogLine,
  encodeRegistryBundle,
  Posture,
} from '@active-mode/core'
import { judgeCompactions } from '../../../src/audit/judgeCompactions.js'
import { redecide } from '../../../src/audit/redecide.js'
import { createTurnIndex, factsOf } from '../../../src/audit/TurnIndex.js'
import { parseLogLine } from '../../../src/logs/parseLogLine.js'
import { parseSince } from '../../../src/logs/parseSince.js'
import { ledgersNamed, type StoreTurn } from '../../../src/store/StoreSession.js'
import { entryOf, threeModes } from '../../support/generateLog.js'

describe('ledgersNamed', () => {
  test.each([
    ['see sessions/session-20261130-harbour.md.', ['sessions/session-20261130-harbour.md']],
    ['`~/vault/sessions/session-20240229-a-b-c1.md`', ['sessions/session-20240229-a-b-c1.md']],
    [
      'sessions/session-20261130-a.md and sessions/session-20261201-b.md, sessions/session-20261130-a.md',
      ['sessions/session-20261130-a.md', 'sessions/session-20261201-b.md'],
    ],
    ['sessions/session-<YYYYMMDD>-<slug>.md', []],
    ['sessions/session-20261330-a.md', []],
    ['sessions/session-20261100-a.md', []],
    ['sessions/session-2026113-a.md', []],
    ['sessions/session-20261130-.md', []],
    ['sessions/session-20261130-a--b.md', []],
    ['sessions/session-20261130-A.md', []],
    ['sessions/session-20261130-a.mdx', []],
    ['sessions/session-20261130-a.md.bak', []],
    ['my-sessions/session-20261130-a.md', []],
    ['session-20261130-a.md', []],
    ['', []],
  ])('%j names %j', (text, named) => {
    expect(ledgersNamed(text)).toEqual(named)
  })
})

describe('judgeCompactions', () => {
  const summary: StoreTurn = {
    id: 'msg_b',
    answers: 'msg_a',
    isStep: false,
    isCopy: false,
    kind: 'compaction',
    agent: 'ship',
    createdAt: 1,
    isOpen: false,
    reachedModel: true,
    ledgers: [],
  }
  const session = {
    id: 'ses_a',
    parentId: null,
    title: null,
    folder: null,
    createdAt: 0,
    turns: [summary],
    switches: [],
    unreadable: [],
  }

  test.each([
    [null, ['summary-without-ledger']],
    ['~/vault/sessions/session-<YYYYMMDD>-<slug>.md', ['summary-without-ledger']],
    ['ledger.md in the project', []],
  ])('of a registry whose ledger is %j a summary that names none gives %j', async (ledger, found) => {
    const bundle = { ...(await threeModes()), ledger }
    const ports = {
      registryOf: () => ({ _tag: 'found', bundle }) as const,
      blockSha256Of: () => null,
      pluginVersion: '',
      ledgerExists: null,
      since: 0,
    }
    const events = [...judgeCompactions(session, 0, () => 'a', ports)]
    expect(events.flatMap((event) => (event._tag === 'finding' ? [event.finding.id] : []))).toEqual(found)
    expect(events.map(({ _tag }) => _tag)).toContain('compaction')
  })
})

describe('parseLogLine', () => {
  const place = { file: 'ses_a.jsonl', line: 7 }

  test('never throws, whatever the line', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.json(),
          fc.string().map((text) => `{"v":1,${text}`),
        ),
        (text) => parseLogLine(text, place).length > 0,
      ),
    )
  })

  test('reads what was appended after a tear, and what can be read before it', async () => {
    const line = JSON.stringify(
      entryOf({ id: 'ses_a', at: 0, turn: 1, agent: 'ship', registry: 'a', bundle: await threeModes() }),
    )
    const [torn, whole] = parseLogLine(`${line.slice(0, 200)}${line}`, place)
    expect(torn).toMatchObject({ _tag: 'torn', place, messageId: expect.stringMatching(/^msg_/) as string })
    expect(whole).toMatchObject({ _tag: 'decision', entry: JSON.parse(line) as object })
  })
})

describe('a decision that is decided again', () => {
  test('is a drift where it comes out otherwise than the log says', async () => {
    const bundle = await threeModes()
    const line = (agent: string) => entryOf({ id: 'ses_a', at: 0, turn: 1, agent, registry: 'a', bundle })
    const forged = { ...line('ship'), posture: line('plan').posture }
    const drifts = [line('ship'), line('plan'), forged].map((each) => redecide(each, bundle).isDrift)
    expect(drifts).toEqual([false, false, true])
  })

  test('is none where its line and its registry were written and read again', async () => {
    const bundle = await threeModes()
    const lines = ['ship', 'plan', 'quartermaster', 'explore', 'build'].map((agent, turn) =>
      entryOf({ id: 'ses_a', at: turn * 1000, turn, agent, registry: 'a', bundle }),
    )
    const reread = lines
      .map((line) => decodeDecisionLogLine(JSON.parse(JSON.stringify(encodeDecisionLogLine(line)))))
      .flatMap((line) => (E.isRight(line) && !('dropped' in line.right) ? [line.right] : []))
    const registry = decodeRegistryBundle(JSON.parse(JSON.stringify(encodeRegistryBundle(bundle))))
    if (E.isLeft(registry)) throw new Error('the registry does not survive its codec')
    expect(reread.map((line) => redecide(line, registry.right).isDrift)).toEqual([false, false, false, false, false])
  })
})

describe('parseSince', () => {
  const now = Date.parse('2026-12-01T00:00:00Z')
  test.each([
    ['90m', now - 5_400_000],
    ['12h', now - 43_200_000],
    ['7d', now - 604_800_000],
    ['2026-11-30', Date.parse('2026-11-30T00:00:00Z')],
    ['2026-11-30T12:00:00Z', Date.parse('2026-11-30T12:00:00Z')],
    ['2026-11-30T12:00Z', Date.parse('2026-11-30T12:00:00Z')],
    ['2026-11-30T12:00:00.250+01:00', Date.parse('2026-11-30T11:00:00.250Z')],
    ['2024-02-29', Date.parse('2024-02-29T00:00:00Z')],
  ])('%j is a time', (text, time) => {
    expect(parseSince(text, now)).toEqual(E.right(time))
  })
  test.each([
    'yesterday',
    '7w',
    '-7d',
    '2026-13-45',
    '',
    '2026-02-30',
    '2025-02-29',
    '2026-11-31T10:00',
    '2026-11-30T24:01',
    '2026-11-30T12:60',
    '2026-11-30 or so',
    '2026-11-30x',
    '2026-11-30T',
    '2026-11-30T12',
    '2026-11-30Z',
    '2026-02-30T00:00:00Z',
    '0000-00-00',
  ])('%j is none, which is a value', (text) => {
    expect(E.isLeft(parseSince(text, now))).toBe(true)
  })
})

describe('a day and a time without a zone are those of the person', () => {
  const inZone = <A>(zone: string, read: () => A): A => {
    const before = process.env['TZ']
    process.env['TZ'] = zone
    try {
      return read()
    } finally {
      process.env['TZ'] = before ?? 'UTC'
    }
  }
  test.each([
    ['America/New_York', '2026-11-30', '2026-11-30T05:00:00Z'],
    ['America/New_York', '2026-11-30T12:00', '2026-11-30T17:00:00Z'],
    ['America/New_York', '2026-11-30 12:00', '2026-11-30T17:00:00Z'],
    ['America/New_York', '2026-11-30T12:00Z', '2026-11-30T12:00:00Z'],
    ['Asia/Tokyo', '2026-11-30', '2026-11-29T15:00:00Z'],
    ['Pacific/Kiritimati', '2026-12-01', '2026-11-30T10:00:00Z'],
    // The clocks were put forward at midnight: the day began at one o'clock.
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00Z'],
  ])('in %s %s is %s', (zone, text, time) => {
    expect(inZone(zone, () => parseSince(text, 0))).toEqual(E.right(Date.parse(time)))
  })
  test('a time that the clocks were put forward over is none', () => {
    expect(inZone('Europe/Berlin', () => parseSince('2026-03-29T02:30', 0))).toMatchObject({
      _tag: 'Left',
      left: expect.stringContaining('put forward') as string,
    })
  })
})

test('where two agents answered one message, the store does not tell which of its requests was whose', () => {
  const turn = (id: string, agent: string): StoreTurn => ({
    id,
    answers: 'msg_a',
    isStep: false,
    isCopy: false,
    kind: 'turn',
    agent,
    createdAt: 1,
    isOpen: false,
    reachedModel: true,
    ledgers: [],
  })
  const storeAgent = (...agents: ReadonlyArray<string>): string | null => {
    const turns = agents.map((agent, at) => turn(`msg_${at}`, agent))
    return factsOf(
      createTurnIndex(
        { id: 'ses_a', parentId: null, title: null, folder: null, createdAt: 0, turns, switches: [], unreadable: [] },
        0,
        { from: 0, until: 9 },
      ).byMessage.get('msg_a'),
    ).storeAgent
  }
  expect(storeAgent('ship', 'ship')).toBe('ship')
  expect(storeAgent('ship', 'builder', 'ship')).toBeNull()
})

test('samePosture is equality of wire data', () => {
  const samePosture = Posture.Eq.equals
  const posture = { _tag: 'unresolvable', reasons: [{ _tag: 'registry-unreadable', detail: 'a' }] } as const
  expect(samePosture(posture, structuredClone(posture))).toBe(true)
  expect(samePosture(posture, { ...posture, reasons: [{ _tag: 'registry-unreadable', detail: 'b' }] })).toBe(false)
  expect(samePosture(posture, { _tag: 'copilot', reason: { _tag: 'registry-absent' } })).toBe(false)
})
