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

const key = (value: string) => ({ _tag: 'message-id', value }) as const

describe('what the client answers', () => {
  const failed = (status: number | null, code = 'no-data') => ({ _tag: 'call-failed', status, code })
  test.each([
    ['data', { data: { id: 'x' } }, E.right({ id: 'x' })],
    [
      'an error with status',
      { error: { name: 'NotFoundError' }, response: { status: 404 } },
      E.left(failed(404, 'NotFoundError')),
    ],
    ['an empty error, as with a wrong password', { error: {}, response: { status: 401 } }, E.left(failed(401))],
    ['no data at all', { data: undefined }, E.left(failed(null))],
    ['null data', { data: null }, E.left(failed(null))],
    ['nothing', undefined, E.left(failed(null))],
    ['a name that is a sentence', { error: { name: 'see /home/me: token=abc' } }, E.left(failed(null))],
  ])('%s', (_, answer, expected) => {
    expect(decodeAnswer(answer)).toEqual(expected)
  })

  test('what was thrown is told by its name or code, never by its message', () => {
    expect(thrown(new TypeError('secret'))).toEqual(failed(null, 'TypeError'))
    const refused = Object.assign(new Error('secret'), { code: 'ConnectionRefused' })
    expect(thrown(refused)).toEqual(failed(null, 'ConnectionRefused'))
    expect(thrown('secret')).toEqual(failed(null))
  })
})

describe('session info', () => {
  const known = (agent: string) => ({ _tag: 'known', sessionId: 'ses_a', agent })
  const unknown = (failure: unknown) => ({ _tag: 'unknown', sessionId: 'ses_a', failure })
  const noAgent = unknown({ _tag: 'no-agent' })
  const malformed = (...paths: ReadonlyArray<string>) => unknown({ _tag: 'malformed', paths })
  test.each([
    ['an agent', { id: 'ses_a', agent: 'ship' }, known('ship')],
    ['an agent with spaces, as it is', { id: 'ses_a', agent: ' ship ' }, known(' ship ')],
    ['no agent', { id: 'ses_a' }, noAgent],
    ['a null agent', { id: 'ses_a', agent: null }, noAgent],
    ['an empty agent', { id: 'ses_a', agent: '' }, malformed('agent')],
    ['an agent that is no text', { id: 'ses_a', agent: { name: 'ship' } }, malformed('agent')],
    ['another session', { id: 'ses_b', agent: 'ship' }, malformed('id')],
    ['an empty id', { id: '', agent: 'ship' }, malformed('id')],
    ['a list', [{ id: 'ses_a', agent: 'ship' }], malformed('id')],
    ['a page of HTML', '<html></html>', malformed('id')],
  ])('%s', (_, data, expected) => {
    expect(decodeSessionInfo('ses_a', data)).toEqual(expected)
  })
})

describe('messages', () => {
  const unavailable = (detail: string) => ({ _tag: 'unavailable', detail })
  const user = { info: { id: 'msg_1', role: 'user', agent: 'ship', sessionID: 'ses_a' }, parts: [{ type: 'text' }] }
  const answer = { id: 'msg_2', role: 'assistant', agent: 'ship', parentID: 'msg_1', mode: 'other' }
  const compacting = { ...user, parts: [{ type: 'text' }, { type: 'compaction' }] }
  const asked = { kind: 'user', agent: 'ship', key: key('msg_1'), answers: null }
  const answered = { kind: 'assistant', agent: 'ship', key: key('msg_2'), answers: key('msg_1') }

  test.each([
    ['a user message', user, asked],
    ['an assistant message', { info: answer, parts: [] }, answered],
    ['the message that asks for a compaction', compacting, { ...asked, kind: 'compaction' }],
    [
      'the summary',
      { info: { ...answer, agent: 'compaction', summary: true } },
      { ...answered, kind: 'compaction', agent: 'compaction' },
    ],
    ["a user message's own summary is none", { info: { ...user.info, summary: { title: 'x' } } }, asked],
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
    expect(streamOf('ses_a', decodePage([user, message]), E.right([]))).toEqual(
      unavailable('1 of 2 messages name no agent'),
    )
  })

  test('a page that is no list is unavailable, not empty', () => {
    expect(streamOf('ses_a', decodePage({ items: [] }), E.right([]))).toEqual(
      unavailable('the answer is no list of messages'),
    )
    expect(streamOf('ses_a', decodePage([]), E.right([]))).toEqual({ _tag: 'records', store: 'ses_a', records: [] })
  })

  test('the switches stand beside the messages', () => {
    const switched = { kind: 'agent-switched', agent: 'plan', key: key('msg_3'), answers: null } as const
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
  const open = (id: string, agent: string, time: object = { created: 1 }) => ({
    info: { id: `msg_${id}`, role: 'assistant', agent, parentID: 'msg_000000000001', time },
  })
  const completed = (agent: string) => open('000000000002', agent, { created: 1, completed: 2 })
  const asked = { info: { id: 'msg_000000000002', role: 'user', agent: 'ship', time: { created: 1 } } }
  const openAgent = (list: unknown) => {
    const page = decodePage(list)
    return E.isRight(page) ? (page.right.open?.agent ?? null) : page.left
  }

  test.each([
    ['is the assistant record that is not completed', [completed('plan'), open('000000000003', 'ship')], 'ship'],
    [
      'is the newest by its key, wherever it is listed',
      [open('000000000005', 'ship'), open('000000000003', 'plan')],
      'ship',
    ],
    ['is the newest across the wrap of the ids', [open('ffffffffffff', 'plan'), open('000000000001', 'ship')], 'ship'],
    ['is none where all are completed', [completed('ship')], null],
    ['is no user message', [asked], null],
    ['is none where two that tie name two agents', [open('000000000002', 'ship'), open('000000000002', 'plan')], null],
    ['is none where the open ones have no order', [open('000000000002', 'ship'), open('xyz', 'plan')], null],
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
  const [first, second] = [user('000000000001', 'plan'), user('000000000002', 'ship')]
  const third = user('000000000003', 'explore')
  const none = { sessions: ['ses_a'], witness: O.none }
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
    const foreign = { info: { ...third.info, id: 'note-7' } }
    expect(preparationOf([first, second, foreign]).witness).toEqual(witness(second, 'plan'))
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
    expect(preparationOf([first, second, damaged])).toEqual(none)
  })

  test('is none where two that tie name two agents', () => {
    expect(preparationOf([first, second, user('000000000002', 'plan')]).witness).toEqual(O.none)
  })

  test('is none where the messages are of two sessions, and both are named', () => {
    const other = user('000000000002', 'ship', 'ses_b')
    expect(preparationOf([first, other])).toEqual({ sessions: ['ses_a', 'ses_b'], witness: O.none })
  })

  test.each([
    ['no list', undefined],
    ['an empty list', []],
    ['odd entries', [null, 7, {}]],
  ])('%s names no session', (_, messages) => {
    expect(preparationOf(messages)).toEqual({ sessions: [], witness: O.none })
  })

  test('a message that lost its session still names it in its parts', () => {
    expect(preparationOf([{ info: withoutSession, parts: [{ type: 'text', sessionID: 'ses_a' }] }])).toEqual(none)
  })
})

test("the harness's own agents are those that it hides and marks as its own, with their prompts", () => {
  const listed = decodeAgents([
    { name: 'title', hidden: true, native: true, prompt: 'T' },
    { name: 'summary', hidden: true, native: true },
    { name: 'ship', hidden: true, prompt: 'S' },
    { name: 'build', native: true },
    null,
  ])
  const own = (name: string, prompt: string) => ({ name, prompt })
  expect(E.map((agents: ListedAgents) => agents.own)(listed)).toEqual(E.right([own('title', 'T'), own('summary', '')]))
  expect(decodeAgents({})).toEqual(E.left('no-list'))
})
