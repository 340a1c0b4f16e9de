import { describe, expect, test } from 'vitest'
import { collectFacts, type FactName } from '../../src/availability/index.js'
import type { CallEvent, Observation, StoredMessage } from '../../src/availability/Observation.js'
import { scriptAgents } from '../../src/availability/scriptAgents.js'
import type { WireRequest } from '../../src/harness/index.js'
import { probeMarker } from '../../src/plugins/probeMarks.js'

const { own, other } = scriptAgents
const id = (count: number): string => `msg_${count.toString(16).padStart(12, '0')}AAAAAAAAAAAAAA`

type Turn = {
  readonly agent: string
  readonly messages: ReadonlyArray<StoredMessage> | null
  readonly switches: CallEvent['switches']
}

const user = (count: number, agent: string): StoredMessage => ({ id: id(count), role: 'user', agent, open: false })

const callOf = ({ messages, switches }: Turn, call: number): CallEvent => ({
  event: 'call',
  call,
  keys: ['sessionID'],
  session: 'ses_one',
  entries: 1,
  environment: true,
  get: { how: 'data', status: 200, ms: 1, isObject: true, agent: null },
  messages,
  switches,
  version: null,
  hidden: [],
  contains: [],
})

const wireOf = ({ agent }: Turn, index: number): WireRequest => ({
  index,
  session: 'ses_one',
  agent,
  message: null,
  headers: {},
  model: 'model',
  system: [probeMarker(index, 'in-place')],
  messages: [],
  tools: [],
  stream: true,
  kind: null,
  route: 'chat',
  body: null,
})

/** The turns of one session; a v2 switch was accepted after the first two of them. */
const observed = (...turns: ReadonlyArray<Turn>): Observation => ({
  marks: {
    plain: 'ses_one',
    retry: 'ses_one',
    landing: 'ses_one',
    deleted: null,
    opened: ['ses_one'],
    turnsEnd: 2,
    switched: true,
  },
  events: turns.map(callOf),
  wire: turns.map(wireOf),
})

const factOf = (observation: Observation, name: FactName) =>
  collectFacts(observation).find((fact) => fact.name === name)

describe('a harness whose v2 list holds a record for each prompt of another agent', () => {
  const first = { id: id(1), agent: own }
  const second = { id: id(3), agent: other }
  const before: ReadonlyArray<Turn> = [
    { agent: own, messages: [user(1, own)], switches: [first] },
    { agent: other, messages: [user(1, own), user(2, other)], switches: [second, first] },
  ]
  const after = (switches: CallEvent['switches']): Turn => ({
    agent: own,
    messages: [user(1, own), user(2, other), user(9, own)],
    switches,
  })

  test('these are not taken for the switch', () => {
    const without = observed(...before, after([second, first]))
    expect(factOf(without, 'v2-switch-visible-in-v2-messages')).toMatchObject({
      holds: false,
      evidence: { listed: 'none', promptsListedToo: true },
    })
    expect(factOf(without, 'v2-switch-ids-order-with-message-ids')?.holds).toBeNull()
  })

  test('nor do they spoil the order of the switch itself', () => {
    const switched = observed(...before, after([{ id: id(5), agent: other }, second, first]))
    expect(factOf(switched, 'v2-switch-visible-in-v2-messages')?.holds).toBe(true)
    expect(factOf(switched, 'v2-switch-ids-order-with-message-ids')).toMatchObject({
      holds: true,
      evidence: { sameForm: 'every', mintedAfterEarlierMessages: 'every', mintedBeforeLaterMessages: 'every' },
    })
  })

  test('a switch whose id lies before the earlier messages does not order with them', () => {
    const early = observed(...before, after([{ id: id(0), agent: other }, second, first]))
    expect(factOf(early, 'v2-switch-ids-order-with-message-ids')?.holds).toBe(false)
  })
})

test.each<[string, ReadonlyArray<StoredMessage> | null, string]>([
  ['listed', [user(1, own)], 'no prompt of another agent landed in time'],
  ['not listed', null, 'the stored messages could not be listed inside the hook'],
])('a race that was not seen says why: messages %s', (_, messages, why) => {
  expect(factOf(observed({ agent: own, messages, switches: null }), 'witness-holds-in-retry-race')).toMatchObject({
    holds: null,
    evidence: why,
  })
})
