import * as E from 'fp-ts/lib/Either.js'
import * as O from 'fp-ts/lib/Option.js'
import { describe, expect, test } from 'vitest'
import { answerData, thrown } from '../../../src/harness/answer.js'
import { hiddenAgentsOf } from '../../../src/harness/hiddenAgentsOf.js'
import { recordOf } from '../../../src/harness/recordOf.js'
import { sessionInfoOf } from '../../../src/harness/sessionInfoOf.js'
import { streamOf } from '../../../src/harness/streamOf.js'
import { switchesOf } from '../../../src/harness/switchesOf.js'
import { witnessOf } from '../../../src/harness/witnessOf.js'

const key = (value: string) => ({ _tag: 'message-id', value })

describe('what the client answers', () => {
  test.each([
    ['data', { data: { id: 'x' } }, E.right({ id: 'x' })],
    ['an error with status', { error: { name: 'NotFoundError' }, response: { status: 404 } }, E.left({ _tag: 'call-failed', status: 404, code: 'NotFoundError' })],
    ['an empty error, as with a wrong password', { error: {}, response: { status: 401 } }, E.left({ _tag: 'call-failed', status: 401, code: 'no-data' })],
    ['no data at all', { data: undefined }, E.left({ _tag: 'call-failed', status: null, code: 'no-data' })],
    ['null data', { data: null }, E.left({ _tag: 'call-failed', status: null, code: 'no-data' })],
    ['nothing', undefined, E.left({ _tag: 'call-failed', status: null, code: 'no-data' })],
    ['a name that is a sentence', { error: { name: 'see /home/me: token=abc' } }, E.left({ _tag: 'call-failed', status: null, code: 'no-data' })],
  ])('%s', (_, answer, expected) => {
    expect(answerData(answer)).toEqual(expected)
  })

  test('what was thrown is told by its name or code, never by its message', () => {
    expect(thrown(new TypeError('secret'))).toEqual({ _tag: 'call-failed', status: null, code: 'TypeError' })
    expect(thrown(Object.assign(new Error('secret'), { code: 'ConnectionRefused' }))).toEqual({ _tag: 'call-failed', status: null, code: 'ConnectionRefused' })
    expect(thrown('secret')).toEqual({ _tag: 'call-failed', status: null, code: 'no-data' })
  })
})

describe('session info', () => {
  const unknown = (failure: unknown) => ({ _tag: 'unknown', sessionId: 'ses_a', failure })
  test.each([
    ['an agent', { id: 'ses_a', agent: 'ship' }, { _tag: 'known', sessionId: 'ses_a', agent: 'ship' }],
    ['an agent with spaces, as it is', { id: 'ses_a', agent: ' ship ' }, { _tag: 'known', sessionId: 'ses_a', agent: ' ship ' }],
    ['no agent', { id: 'ses_a' }, unknown({ _tag: 'no-agent' })],
    ['a null agent', { id: 'ses_a', agent: null }, unknown({ _tag: 'no-agent' })],
    ['an empty agent', { id: 'ses_a', agent: '' }, unknown({ _tag: 'malformed', paths: ['agent'] })],
    ['an agent that is no text', { id: 'ses_a', agent: { name: 'ship' } }, unknown({ _tag: 'malformed', paths: ['agent'] })],
    ['another session', { id: 'ses_b', agent: 'ship' }, unknown({ _tag: 'malformed', paths: ['id'] })],
    ['an empty id', { id: '', agent: 'ship' }, unknown({ _tag: 'malformed', paths: ['id'] })],
    ['a list', [{ id: 'ses_a', agent: 'ship' }], unknown({ _tag: 'malformed', paths: ['id'] })],
    ['a page of HTML', '<html></html>', unknown({ _tag: 'malformed', paths: ['id'] })],
  ])('%s', (_, data, expected) => {
    expect(sessionInfoOf('ses_a', data)).toEqual(expected)
  })
})

describe('messages', () => {
  const user = { info: { id: 'msg_1', role: 'user', agent: 'ship', sessionID: 'ses_a' }, parts: [{ type: 'text' }] }
  const assistant = { info: { id: 'msg_2', role: 'assistant', agent: 'ship', parentID: 'msg_1', mode: 'other' }, parts: [] }

  test.each([
    ['a user message', user, { kind: 'user', agent: 'ship', key: key('msg_1'), answers: null }],
    ['an assistant message', assistant, { kind: 'assistant', agent: 'ship', key: key('msg_2'), answers: key('msg_1') }],
    ['the message that asks for a compaction', { ...user, parts: [{ type: 'text' }, { type: 'compaction' }] }, { kind: 'compaction', agent: 'ship', key: key('msg_1'), answers: null }],
    ['the summary', { info: { ...assistant.info, agent: 'compaction', summary: true } }, { kind: 'compaction', agent: 'compaction', key: key('msg_2'), answers: key('msg_1') }],
    ["a user message's own summary is none", { info: { ...user.info, summary: { title: 'x' } } }, { kind: 'user', agent: 'ship', key: key('msg_1'), answers: null }],
  ])('%s', (_, message, expected) => {
    expect(recordOf(message)).toEqual(O.some(expected))
  })

  test.each([[null], [{}], [{ info: null }], [{ info: { role: 'user' } }], [{ info: { ...user.info, agent: undefined, mode: 'ship' } }], [{ info: { ...user.info, role: 'system' } }]])(
    '%j is no record, and a page that holds it is spoiled and says so',
    (message) => {
      expect(recordOf(message)).toEqual(O.none)
      expect(streamOf('ses_a', [user, message], [])).toEqual({ _tag: 'unavailable', detail: '1 of 2 messages name no agent' })
    },
  )

  test('a page that is no list is unavailable, not empty', () => {
    expect(streamOf('ses_a', { items: [] }, [])).toEqual({ _tag: 'unavailable', detail: 'the answer is no list of messages' })
    expect(streamOf('ses_a', [], [])).toEqual({ _tag: 'records', store: 'ses_a', records: [] })
  })

  test('the switches stand beside the messages', () => {
    const switched = { kind: 'agent-switched' as const, agent: 'plan', key: { _tag: 'message-id' as const, value: 'msg_3' }, answers: null }
    expect(streamOf('ses_a', [user], [switched])).toMatchObject({ records: [{ kind: 'user' }, { kind: 'agent-switched', agent: 'plan' }] })
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
    expect(switchesOf(data)).toEqual(outcome)
  })
})

describe('the witness', () => {
  const info = (id: string, role: string, agent: unknown) => ({ info: { id, role, agent, sessionID: 'ses_a' } })
  test('is the last user message, whatever follows it', () => {
    expect(witnessOf([info('msg_1', 'user', 'plan'), info('msg_2', 'user', 'ship'), info('msg_3', 'assistant', 'build')])).toEqual(
      O.some({ sessionId: 'ses_a', record: { kind: 'user', agent: 'ship', key: key('msg_2'), answers: null }, before: 'plan' }),
    )
  })

  test.each([
    ['no list', undefined],
    ['an empty list', []],
    ['no user message', [info('msg_1', 'assistant', 'ship')]],
    ['a last user message without agent', [info('msg_1', 'user', 'ship'), info('msg_2', 'user', undefined)]],
    ['odd entries', [null, 7, {}]],
  ])('%s gives none', (_, messages) => {
    expect(witnessOf(messages)).toEqual(O.none)
  })
})

test('the hidden agents are those that are hidden, with their prompts', () => {
  expect(hiddenAgentsOf([{ name: 'title', hidden: true, prompt: 'T' }, { name: 'general', hidden: true }, { name: 'build' }, null])).toEqual(
    E.right([
      { name: 'title', prompt: 'T' },
      { name: 'general', prompt: '' },
    ]),
  )
  expect(hiddenAgentsOf({})).toEqual(E.left('no-list'))
})
