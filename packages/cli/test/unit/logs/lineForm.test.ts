import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  decidePosture,
  type DecisionLogEntry,
  encodeDecisionLogLine,
  type RegistryBundle,
  type SwitchStream,
} from '@active-mode/core'
import { arbitraryDecisionLogLine } from '@active-mode/fixtures'
import { createLineParser } from '../../../src/logs/createLineParser.js'
import type { LogRecord } from '../../../src/logs/LogRecord.js'
import { parseLogLine } from '../../../src/logs/parseLogLine.js'
import { threeModes } from '../../support/generateLog.js'

const place = { file: 'ses_a.jsonl', line: 7 }
const sessions = ['ses_a', 'ses_ab', 'ses_ship', 'ses_b1']
const messages = ['msg_22cce0ce1001aa', 'msg_22cce0ce1001aab', 'msg_a', 'msg_22cce0ce2001a', null]
const agents = ['ship', 'plan', 'ses_ship', 'msg_22cce0ce1001aa', 'qu"ote', '\u0001', 'é']

const session = fc.constantFrom(...sessions)
const message = fc.constantFrom(...messages)
const agent = fc.constantFrom(...agents)

/** A stream of a key or more, of this message or another. */
const stream = (own: string | null): fc.Arbitrary<SwitchStream> =>
  fc.oneof(
    fc.constant({ _tag: 'unread' } as const),
    fc.record({
      _tag: fc.constant('records' as const),
      store: session,
      records: fc.array(
        fc.record({
          kind: fc.constantFrom('user', 'assistant', 'agent-switched'),
          agent,
          key: fc
            .constantFrom(own ?? 'msg_22cce0ce1001aa', 'msg_22cce0ce9001zz')
            .map((value) => ({ _tag: 'message-id', value }) as const),
          answers: fc.constantFrom(null, { _tag: 'message-id', value: 'msg_22cce0ce0001aa' } as const),
        }),
        { maxLength: 2 },
      ),
    }),
  )

/** Lines that often share a form, with ids that stand within one another, and places where they do not belong. */
const entry: fc.Arbitrary<DecisionLogEntry> = fc
  .tuple(
    fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: arbitraryDecisionLogLine }),
    session,
    session,
    message,
    agent,
    fc.constantFrom(0, 1.5, 12, 1e-7, 3.25),
    fc.nat(5),
  )
  .chain(([line, sessionId, other, messageId, name, elapsedMs, second]) =>
    stream(messageId).map((switchStream) => ({
      ...(line === null || 'dropped' in line ? base : { ...base, plugin: line.plugin, posture: line.posture }),
      at: `2026-11-30T08:00:0${second}.000Z`,
      sessionId,
      messageId,
      elapsedMs,
      sessionInfo: { _tag: 'known', sessionId: second === 0 ? other : sessionId, agent: name } as const,
      switchStream,
    })),
  )

const base: DecisionLogEntry = {
  v: 1,
  at: '',
  sessionId: '',
  messageId: null,
  harness: '1.18.33',
  plugin: '0.0.0',
  sessionInfo: { _tag: 'known', sessionId: '', agent: 'ship' },
  switchStream: { _tag: 'unread' },
  registry: 'a',
  posture: { _tag: 'copilot', reason: { _tag: 'registry-absent' } },
  blockSha256: null,
  blockBytes: 0,
  elapsedMs: 0,
  requestAgent: 'ship',
  confirmed: true,
  delivered: null,
}

const text = (line: DecisionLogEntry): string => JSON.stringify(encodeDecisionLogLine(line))

/** A line, or one that somebody spoilt in a place. */
const lineText = fc
  .tuple(
    entry,
    fc.nat(900),
    fc.constantFrom('', '', '', 'cut', '"', '\\', '\u0001', '\u0003', '\n', '9', ',', '}', ' '),
  )
  .map(([line, at, spoil]) => {
    const whole = text(line)
    if (spoil === '') return whole
    return spoil === 'cut' ? whole.slice(0, at) : `${whole.slice(0, at)}${spoil}${whole.slice(at)}`
  })

const plain = (records: ReadonlyArray<LogRecord>): unknown =>
  records.map((record) => (record._tag === 'decision' ? { ...record, form: null } : record))

describe('the forms of lines', () => {
  test('whatever was read before, a line is read as it is read without any form', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(lineText, fc.string()), { minLength: 2, maxLength: 30 }), (lines) => {
        const parse = createLineParser()
        for (const line of [...lines, ...lines]) expect(plain(parse(line, place))).toEqual(parseLogLine(line, place))
      }),
      { numRuns: 400 },
    )
  })

  test('the same posture follows from the evidence of all lines of a form', async () => {
    const bundle: RegistryBundle = await threeModes()
    let shared = 0
    fc.assert(
      fc.property(fc.array(entry, { minLength: 2, maxLength: 30 }), (lines) => {
        const parse = createLineParser()
        for (const [record] of lines.map((line) => parse(text(line), place))) {
          if (record?._tag !== 'decision' || record.form === null) continue
          const [one, other] = [record.entry, record.form.entry]
          shared += one.messageId === other.messageId ? 0 : 1
          expect(decidePosture(one.sessionInfo, bundle, one.switchStream)).toEqual(
            decidePosture(other.sessionInfo, bundle, other.switchStream),
          )
        }
      }),
      { numRuns: 200 },
    )
    expect(shared).toBeGreaterThan(20)
  })

  test('a line that is longer than any pattern is read too', () => {
    const line = text({ ...base, at: '2026-11-30T08:00:00.000Z', sessionId: 'ses_a', requestAgent: 'a'.repeat(2e6) })
    const parse = createLineParser()
    for (const again of [line, line]) expect(plain(parse(again, place))).toEqual(parseLogLine(again, place))
  })

  test('lines of a session are of one form per agent, and a stream of several keys has none', () => {
    const parse = createLineParser()
    const sessionInfo = { _tag: 'known', sessionId: 'ses_a', agent: 'ship' } as const
    const formOf = (line: Partial<DecisionLogEntry>) => {
      const [record] = parse(
        text({ ...base, sessionId: 'ses_a', sessionInfo, at: '2026-11-30T08:00:00.000Z', ...line }),
        place,
      )
      return record?._tag === 'decision' ? record.form : null
    }
    const first = formOf({ messageId: 'msg_22cce0ce1001aa', elapsedMs: 3 })
    expect(first).not.toBeNull()
    expect(formOf({ messageId: 'msg_22cce0ce2001bb', elapsedMs: 4.5, at: '2026-11-30T09:00:00.000Z' })).toBe(first)
    expect(formOf({ messageId: 'msg_22cce0ce2001bb', requestAgent: 'plan' })).not.toBe(first)
    const record = {
      kind: 'user',
      agent: 'ship',
      key: { _tag: 'message-id', value: 'msg_22cce0ce1001aa' },
      answers: null,
    } as const
    expect(
      formOf({ switchStream: { _tag: 'records', store: 'ses_a', records: [record, { ...record, agent: 'plan' }] } }),
    ).toBeNull()
  })
})
