import * as E from 'fp-ts/lib/Either.js'
import * as O from 'fp-ts/lib/Option.js'
import { describe, expect, test } from 'vitest'
import {
  decodeAgents,
  decodeAnswer,
  decodeSessionInfo,
  type ListedAgents,
  thrown,
} from '../../../src/opencode1/decodeAnswer.js'
import { decodePage, decodeRecord, decodeSwitches, streamOf } from '../../../src/opencode1/decodeMessages.js'
import { preparationOf } from '../../../src/opencode1/Witness.js'

const key = (value: string) => ({ _tag: 'message-id', value })

describe('what the client answers', () => {
  test.each([
    ['data', { data: { id: 'x' } }, E.right({ id: 'x' })],
    [
      'an error with status',
      { error: { name: 'NotFoundError' }, response: { status: 404 } },
      E.left({ _tag: 'call-failed', status: 404, code: 'NotFoundError' }),
    ],
    [
      'an empty error, as with a wrong password',
      { error: {}, response: { status: 401 } },
      E.left({ _tag: 'call-failed', status: 401, code: 'no-data' }),
    ],
    ['no data at all', { data: undefined }, E.left({ _tag: 'call-failed', status: null, code: 'no-data' })],
    ['null data', { data: null }, E.left({ _tag: 'call-failed', status: null, code: 'no-data' })],
    ['nothing', undefined, E.left({ _tag: 'call-failed', status: null, code: 'no-data' })],
    [
      'a name that is a sentence',
      { error: { name: 'see /home/me: token=abc' } },
      E.left({ _tag: 'call-failed', status: null, code: 'no-data' }),
    ],
  ])('%s', (_, answer, expected) => {
    expect(decodeAnswer(answer)).toEqual(expected)
  })

  test('what was thrown is told by its name or code, never by its message', () => {
    expect(thrown(new TypeError('secret'))).toEqual({ _tag: 'call-failed', status: null, code: 'TypeError' })
    expect(thrown(Object.assign(new Error('secret'), { code: 'ConnectionRefused' }))).toEqual({
      _tag: 'call-failed',
      status: null,
      code: 'ConnectionRefused',
    })
    expect(thrown('secret')).toEqual({ _tag: 'call-failed', status: null, code: 'no-data' })
  })
})

describe('session info', () => {
  const unknown = (failure: unknown) => ({ _tag: 'unknown', sessionId: 'ses_a', failure })
  test.each([
    ['an agent', { id: 'ses_a', agent: 'ship' }, { _tag: 'known', sessionId: 'ses_a', agent: 'ship' }],
    [
      'an agent with spaces, as it is',
      { id: 'ses_a', agent: ' ship ' },
      { _tag: 'known', sessionId: 'ses_a', agent: ' ship ' },
    ],
    ['no agent', { id: 'ses_a' }, unknown({ _tag: 'no-agent' })],
    ['a null agent', { id: 'ses_a', agent: null }, unknown({ _tag: 'no-agent' })],
    ['an empty agent', { id: 'ses_a', agent: '' }, unknown({ _tag: 'malformed', paths: ['agent'] })],
    [
      'an agent that is no text',
      { id: 'ses_a', agent: { name: 'ship' } },
      unknown({ _tag: 'malformed', paths: ['agent'] }),
    ],
    ['another session', { id: 'ses_b', agent: 'ship' }, unknown({ _tag: 'malformed', paths: ['id'] })],
    ['an empty id', { id: '', agent: 'ship' }, unknown({ _tag: 'malformed', paths: ['id'] })],
    ['a list', [{ id: 'ses_a', agent: 'ship' }], unknown({ _tag: 'malformed', paths: ['id'] })],
    ['a page of HTML', '<html></html>', unknown({ _tag: 'malformed', paths: ['id'] })],
  ])('%s', (_, data, expected) => {
    expect(decodeSessionInfo('ses_a', data)).toEqual(expected)
  })
})

describe('messages', () => {
  const user = { info: { id: 'msg_1', role: 'user', agent: 'ship', sessionID: 'ses_a' }, parts: [{ type: 'text' }] }
  const assistant = {
    info: { id: 'msg_2', role: 'assistant', agent: 'ship', parentID: 'msg_1', mode: 'other' },
    parts: [],
  }

  test.each([
    ['a user message', user, { kind: 'user', agent: 'ship', key: key('msg_1'), answers: null }],
    ['an assistant message', assistant, { kind: 'assistant', agent: 'ship', key: key('msg_2'), answers: key('msg_1') }],
    [
      'the message that asks for a compaction',
      { ...user, parts: [{ type: 'text' }, { type: 'compaction' }] },
      { kind: 'compaction', agent: 'ship', key: key('msg_1'), answers: null },
    ],
    [
      'the summary',
      { info: { ...assistant.info, agent: 'compaction', summary: true } },
      { kind: 'compaction', agent: 'compaction', key: key('msg_2'), answers: key('msg_1') },
    ],
    [
      "a user message's own summary is none",
      { info: { ...user.info, summary: { title: 'x' } } },
      { kind: 'user', agent: 'ship', key: key('msg_1'), answers: null },
    ],
  ])('%s', (_, message, expected) => {
    expect(decodeRecord(message)).toEqual(O.some(expected))
  })

  test.each([
    [null],
    [{}],
    [{ info: null }],
    [{ info: { role: 'user' } }],
    [{ info: { ...user.info, agent: undefined, mode: 'ship' } }],
    [{ info: { ...user.info, role: 'system' } }],
  ])('%j is no record, and a page that holds it is spoiled and says so', (message) => {
    expect(decodeRecord(message)).toEqual(O.none)
    expect(streamOf('ses_a', decodePage([user, message]), E.right([]))).toEqual({
      _tag: 'unavailable',
      detail: '1 of 2 messages name no agent',
    })
  })

  test('a page that is no list is unavailable, not empty', () => {
    expect(streamOf('ses_a', decodePage({ items: [] }), E.right([]))).toEqual({
      _tag: 'unavailable',
      detail: 'the answer is no list of messages',
    })
    expect(streamOf('ses_a', decodePage([]), E.right([]))).toEqual({ _tag: 'records', store: 'ses_a', records: [] })
  })

  test('the switches stand beside the messages', () => {
    const switched = {
      kind: 'agent-switched' as const,
      agent: 'plan',
      key: { _tag: 'message-id' as const, value: 'msg_3' },
      answers: null,
    }
    expect(streamOf('ses_a', decodePage([user]), E.right([switched]))).toMatchObject({
      records: [{ kind: 'user' }, { kind: 'agent-switched', agent: 'plan' }],
    })
  })
})

describe('agent switches', () => {
  const record = { type: 'agent-switched', id: 'msg_3', agent: 'plan' }
  const expected = [{ kind: 'agent-switched', agent: 'plan', key: key('msg_3'), answers: null }]
  test.each([
    ['a page', { data: [record, { type: 'user', id: 'msg_4' }] }, E.right(expected)],
    ['a bare list', [record], E.right(expected)],
    ['a page without any', { data: [] }, E.right([])],
    ['a text: no such route', '<!doctype html>', E.right([])],
    ['something else', { items: [] }, E.left('the answer is no list of agent switches')],
    ['a switch without an agent', [{ type: 'agent-switched', id: 'msg_3' }], E.left('1 agent switches name no agent')],
  ])('%s', (_, data, outcome) => {
    expect(decodeSwitches(data)).toEqual(outcome)
  })
})

describe('the record of the request under way', () => {
  const assistant = (time: string, agent: string, completed?: number) => ({
    info: {
      id: `msg_${time}`,
      role: 'assistant',
      agent,
      parentID: 'msg_000000000001',
      time: { created: 1, ...(completed === undefined ? {} : { completed }) },
    },
  })
  const openAgent = (list: unknown) => {
    const page = decodePage(list)
    return E.isRight(page) ? (page.right.open?.agent ?? null) : page.left
  }

  test.each([
    [
      'is the assistant record that is not completed',
      [assistant('000000000002', 'plan', 2), assistant('000000000003', 'ship')],
      'ship',
    ],
    [
      'is the newest by its key, wherever it is listed',
      [assistant('000000000005', 'ship'), assistant('000000000003', 'plan')],
      'ship',
    ],
    [
      'is the newest across the wrap of the ids',
      [assistant('ffffffffffff', 'plan'), assistant('000000000001', 'ship')],
      'ship',
    ],
    ['is none where all are completed', [assistant('000000000002', 'ship', 2)], null],
    [
      'is no user message',
      [{ info: { id: 'msg_000000000002', role: 'user', agent: 'ship', time: { created: 1 } } }],
      null,
    ],
    [
      'is none where two that tie name two agents',
      [assistant('000000000002', 'ship'), assistant('000000000002', 'plan')],
      null,
    ],
    ['is none where the open ones have no order', [assistant('000000000002', 'ship'), assistant('xyz', 'plan')], null],
  ])('%s', (_, list, expected) => {
    expect(openAgent(list)).toBe(expected)
  })
})

describe('the witness', () => {
  const user = (time: string, agent: unknown, sessionID: unknown = 'ses_a') => ({
    info: { id: `msg_${time}`, role: 'user', agent, sessionID },
  })
  const assistant = (time: string) => ({
    info: { id: `msg_${time}`, role: 'assistant', agent: 'build', sessionID: 'ses_a', parentID: 'msg_000000000001' },
  })
  const [first, second, third] = [
    user('000000000001', 'plan'),
    user('000000000002', 'ship'),
    user('000000000003', 'explore'),
  ]
  const witness = ({ info: { id, agent } }: ReturnType<typeof user>, before: string | null) =>
    O.some({ sessionId: 'ses_a', record: { kind: 'user', agent, key: key(id), answers: null }, before })

  test.each([
    ['the last', [first, second, assistant('000000000003')]],
    ['the first, as a compaction lists its tail last', [second, assistant('000000000003'), first]],
    ['one after the wrap of the ids', [user('ffffffffffff', 'plan'), second]],
  ])('is the newest user message by its key, and it is %s', (_, messages) => {
    expect(preparationOf(messages)).toEqual({ sessions: ['ses_a'], witness: witness(second, 'plan') })
  })

  test('is none that another plugin made up with an id of its own, since that has no place in the order', () => {
    expect(preparationOf([first, second, { info: { ...third.info, id: 'note-7' } }]).witness).toEqual(
      witness(second, 'plan'),
    )
  })

  const withoutId = { ...third.info, id: undefined }
  const withoutSession = { ...third.info, sessionID: undefined }
  test.each([
    ['an id', { info: withoutId }],
    ['a session', { info: withoutSession }],
    ['an agent', user('000000000003', undefined)],
    ['its role', { info: { ...third.info, role: 'system' } }],
    ['its role, made that of an answer', { info: { ...third.info, role: 'assistant' } }],
    ['all', null],
  ])('is none where a message lost %s, since that may have been the newest', (_, damaged) => {
    expect(preparationOf([first, second, damaged])).toEqual({ sessions: ['ses_a'], witness: O.none })
  })

  test('is none where two that tie name two agents', () => {
    expect(preparationOf([first, second, user('000000000002', 'plan')]).witness).toEqual(O.none)
  })

  test('is none where the messages are of two sessions, and both are named', () => {
    expect(preparationOf([first, user('000000000002', 'ship', 'ses_b')])).toEqual({
      sessions: ['ses_a', 'ses_b'],
      witness: O.none,
    })
  })

  test.each([
    ['no list', undefined],
    ['an empty list', []],
    ['odd entries', [null, 7, {}]],
  ])('%s names no session', (_, messages) => {
    expect(preparationOf(messages)).toEqual({ sessions: [], witness: O.none })
  })

  test('a message that lost its session still names it in its parts', () => {
    expect(preparationOf([{ info: withoutSession, parts: [{ type: 'text', sessionID: 'ses_a' }] }])).toEqual({
      sessions: ['ses_a'],
      witness: O.none,
    })
  })
})

test("the harness's own agents are those that it hides and marks as its own, with their prompts", () => {
  expect(
    E.map(({ own }: ListedAgents) => own)(
      decodeAgents([
        { name: 'title', hidden: true, native: true, prompt: 'T' },
        { name: 'summary', hidden: true, native: true },
        { name: 'ship', hidden: true, prompt: 'S' },
        { name: 'build', native: true },
        null,
      ]),
    ),
  ).toEqual(
    E.right([
      { name: 'title', prompt: 'T' },
      { name: 'summary', prompt: '' },
    ]),
  )
  expect(decodeAgents({})).toEqual(E.left('no-list'))
})
