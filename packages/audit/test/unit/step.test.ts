import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseLogLine } from '../../src/codec/parseLogLine.js'
import { ledgersNamed } from '../../src/step/ledgersNamed.js'
import { replay } from '../../src/step/replay.js'
import { samePosture } from '../../src/step/samePosture.js'
import { benchReplay } from '../support/benchReplay.js'
import { entryOf, threeModes } from '../support/generateLog.js'

describe('ledgersNamed', () => {
  test.each([
    ['see sessions/session-20261130-harbour.md.', ['sessions/session-20261130-harbour.md']],
    ['`~/vault/sessions/session-20240229-a-b-c1.md`', ['sessions/session-20240229-a-b-c1.md']],
    ['sessions/session-20261130-a.md and sessions/session-20261201-b.md, sessions/session-20261130-a.md', ['sessions/session-20261130-a.md', 'sessions/session-20261201-b.md']],
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

describe('parseLogLine', () => {
  const place = { file: 'ses_a.jsonl', line: 7 }

  test('never throws, whatever the line', () => {
    fc.assert(fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json(), fc.string().map((text) => `{"v":1,${text}`)), (text) => parseLogLine(text, place).length > 0))
  })

  test('reads what was appended after a tear, and what can be read before it', async () => {
    const line = JSON.stringify(entryOf({ id: 'ses_a', at: 0, turn: 1, agent: 'ship', registry: 'a', bundle: await threeModes() }))
    const [torn, whole] = parseLogLine(`${line.slice(0, 200)}${line}`, place)
    expect(torn).toMatchObject({ _tag: 'torn', place, messageId: expect.stringMatching(/^msg_/) as string })
    expect(whole).toMatchObject({ _tag: 'decision', entry: JSON.parse(line) as object })
  })
})

describe('replay', () => {
  test('counts what it decided, what came out otherwise, and what it could not decide', async () => {
    const bundle = await threeModes()
    const line = (agent: string, registry = 'a') => entryOf({ id: 'ses_a', at: 0, turn: 1, agent, registry, bundle })
    const forged = { ...line('ship'), posture: line('plan').posture }
    expect(replay([line('ship'), line('plan'), forged, line('ship', 'b')], new Map([['a', bundle]]))).toEqual({ decisions: 4, drifts: 1, undecidable: 1 })
  })

  // `npm run bench` states the figure, 200,000 a second and more; here only a disaster is looked for, whatever else the machine does.
  test('is fast', async () => {
    const { perSecond } = await benchReplay(20_000, 5)
    console.error(`replay: ${perSecond} decisions a second of one core`)
    expect(perSecond).toBeGreaterThan(80_000)
  })
})

test('samePosture is equality of wire data', () => {
  const posture = { _tag: 'unresolvable', reasons: [{ _tag: 'registry-unreadable', detail: 'a' }] } as const
  expect(samePosture(posture, structuredClone(posture))).toBe(true)
  expect(samePosture(posture, { ...posture, reasons: [{ _tag: 'registry-unreadable', detail: 'b' }] })).toBe(false)
  expect(samePosture(posture, { _tag: 'copilot', reason: { _tag: 'registry-absent' } })).toBe(false)
})
