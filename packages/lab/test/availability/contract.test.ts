import { describe, expect, test } from 'vitest'
import {
  type AvailabilityRecord,
  contractOf,
  differences,
  expectedOf,
  type FactName,
  factNames,
  type Facts,
  mintedAfter,
  secondGenerationFactNames,
  showRecord,
  stableText,
} from '../../src/availability/index.js'

const factsWith = (changed: Partial<{ readonly [K in FactName]: boolean | null }>): Facts =>
  factNames.map((name) => ({ name, holds: name in changed ? (changed[name] ?? null) : true, evidence: 'every' }))

const recordWith = (facts: Facts, failure: string | null = null): AvailabilityRecord => ({
  harness: '1.0.0',
  platform: 'linux-x64',
  contract: contractOf(facts),
  failure,
  facts,
})

describe('contractOf', () => {
  test.each<[string, Partial<{ readonly [K in FactName]: boolean | null }>, string]>([
    ['all facts', {}, 'primary'],
    ['no agent in the session info', { 'session-info-carries-agent': false }, 'fallback-only'],
    ['an agent that does not follow', { 'session-info-follows-switch': false }, 'fallback-only'],
    ['session.get that could not be tried', { 'session-get-resolves-in-hook': null }, 'fallback-only'],
    ['messages out of order, session info fine', { 'messages-ascend': false }, 'primary'],
    ['neither', { 'session-info-carries-agent': false, 'messages-ascend': false }, 'none'],
    ['no session id', { 'system-transform-fires-with-session-id': false }, 'none'],
    ['no client', { 'factory-gets-client': false }, 'none'],
  ])('%s', (_, changed, contract) => {
    expect(contractOf(factsWith(changed))).toBe(contract)
  })

  const second = (changed: Partial<{ readonly [K in FactName]: boolean | null }>): Facts =>
    secondGenerationFactNames.map((name) => ({
      name,
      holds: name in changed ? (changed[name] ?? null) : true,
      evidence: 'every',
    }))

  test.each<[string, Partial<{ readonly [K in FactName]: boolean | null }>, string]>([
    ['all facts of the second generation', {}, 'request'],
    ['no agent in the hook', { 'context-names-session-and-agent': false }, 'none'],
    [
      'a hook that is not called',
      { 'context-fires-for-every-turn': false, 'context-names-session-and-agent': null },
      'none',
    ],
    ['an agent that lags behind in a race', { 'agent-holds-in-stream-race': false }, 'none'],
    ['a race that could not be tried', { 'agent-holds-while-a-hook-waits': null }, 'none'],
    ['a title without a hook of its own', { 'title-has-its-own-hook': false }, 'request'],
  ])('%s', (_, changed, contract) => {
    expect(contractOf(second(changed))).toBe(contract)
  })

  test('nothing established is none', () => {
    expect(contractOf([])).toBe('none')
  })
})

describe('differences', () => {
  const expected = expectedOf(recordWith(factsWith({})))

  test('none where the expectation is met', () => {
    expect(differences(recordWith(factsWith({})), expected)).toEqual([])
  })

  test('a sentence names the fact that differs', () => {
    expect(differences(recordWith(factsWith({ 'reassigned-array-is-ignored': false })), expected)).toEqual([
      'Fact reassigned-array-is-ignored does not hold on harness 1.0.0 (evidence: "every"); in expected.json it holds.',
    ])
  })

  test('a failed run differs although every fact agrees', () => {
    expect(differences(recordWith(factsWith({}), 'boot: refused'), expected)).toEqual([
      'The availability fixture did not get to its end on harness 1.0.0: boot: refused.',
    ])
  })

  test('a fact nobody expected, or nobody looked at, differs', () => {
    const fewer = Object.fromEntries(Object.entries(expected.facts).filter(([name]) => name !== 'messages-ascend'))
    expect(differences(recordWith(factsWith({})), { ...expected, facts: fewer })).toHaveLength(1)
    const unseen = factsWith({}).filter((fact) => fact.name !== 'title-passes-hook')
    expect(differences(recordWith(unseen), expected)).toEqual([
      'Fact title-passes-hook is not mentioned on harness 1.0.0 (evidence: none); in expected.json it holds.',
    ])
  })
})

test('message ids order across the wrap of their digits, and ties do not', () => {
  const id = (digits: string) => `msg_${digits}00000000000000`
  expect(mintedAfter(id('fffffffff001'), id('000000000001'))).toBe(true)
  expect(mintedAfter(id('000000000001'), id('fffffffff001'))).toBe(false)
  expect(mintedAfter(id('000000000001'), id('000000000001'))).toBe(false)
  expect(mintedAfter('evt_1', id('000000000001'))).toBe(false)
})

test('a failure is worded the same on every run', () => {
  const text = (port: number, id: string) =>
    `POST /session/ses_${id}/message at 127.0.0.1:${String(port)} took ${String(port)} ms in /tmp/x-${id}/home:\nlog`
  expect(stableText(text(1234, 'aB1'))).toBe(stableText(text(99, 'zz')))
})

test('a record survives being written', () => {
  const record = recordWith(factsWith({ 'title-passes-hook': null }))
  expect(JSON.parse(showRecord(record))).toEqual(record)
})
