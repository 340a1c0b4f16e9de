import { describe, expect, test } from 'vitest'
import {
  collectFacts2,
  contractOf,
  type FactName,
  secondGenerationFactNames,
  tamperingInForce,
  tamperingVariable,
} from '../../src/availability/index.js'
import {
  type BusEvent,
  type HookEvent,
  nothingObserved2,
  type Observation2,
  type Probe2Event,
  type RequestEvent,
  type Situation,
} from '../../src/availability/Observation2.js'
import { script2Agents } from '../../src/availability/scriptAgents.js'
import type { WireRequest } from '../../src/harness/index.js'
import { probe2Marker } from '../../src/plugins/probeMarks.js'

const { own, other } = script2Agents

/** One request as all who look at it see it; what is not given is as the harness should have it. */
interface Seen {
  readonly situation: Situation
  readonly agent: string
  readonly told?: string | null
  readonly kind?: 'primary' | 'compaction' | 'generate' | 'title'
  readonly hooked?: number
  readonly model?: string
  readonly body?: 'whole' | 'without-marker'
  readonly order?: 'hook-first' | 'hook-last' | 'step-first'
}

const hookOf = { primary: 'context', compaction: 'compaction', generate: 'generate', title: 'title' } as const

const observed = (...requests: ReadonlyArray<Seen>): Observation2 => {
  const events: Probe2Event[] = []
  const wire: WireRequest[] = []
  for (const [index, seen] of requests.entries()) {
    const { situation, agent, told = agent, kind = 'primary', hooked = 1, model = agent } = seen
    const { body = 'whole', order = 'hook-first' } = seen
    const session = situation
    const calls = Array.from({ length: hooked }, (_, more): HookEvent => ({
      ...{ event: 'hook', hook: hookOf[kind], call: index * 10 + more, keys: ['agent'], session, agent: told },
      ...{ parts: 4, marked: false, pushed: true, user: null, get: { how: 'data', ms: 1, agent } },
    }))
    const markers = calls.map(({ hook, call }) => probe2Marker(hook, call, 'assigned'))
    const request = { session, agent: model, kind }
    const sent: ReadonlyArray<RequestEvent> = [
      { event: 'model.request', ...request, markers: [], bytes: null },
      { event: 'http.request', ...request, markers: body === 'whole' ? markers : [], bytes: 7 },
    ]
    const type = 'session.step.started'
    const step: BusEvent = { event: 'bus', type, session, agent, assistant: 'msg_one', seq: index }
    const steps = kind === 'primary' ? [step] : []
    if (order === 'hook-first') events.push(...calls, ...sent, ...steps)
    else if (order === 'hook-last') events.push(...sent, ...calls, ...steps)
    else events.push(...steps, ...calls, ...sent)
    wire.push({
      ...{ index, session, agent, message: null, kind, route: 'chat', headers: { 'content-length': '7' } },
      ...{ model: 'model', system: [markers.join('\n')], messages: [], tools: [], stream: true, body: null },
    })
  }
  const sessions = Object.fromEntries(requests.map(({ situation }) => [situation, situation]))
  return { marks: { sessions, stored: {}, plugins: null }, events, wire }
}

const verdict = (observation: Observation2, name: FactName) =>
  collectFacts2(observation, '2.0.15').find((fact) => fact.name === name)?.holds

describe('the facts of the second generation', () => {
  test('are all there, and none is established, where nothing was observed', () => {
    const facts = collectFacts2(nothingObserved2, '2.0.15')
    expect(facts.map(({ name }) => name)).toEqual(secondGenerationFactNames)
    expect(facts.filter(({ holds }) => holds !== null)).toEqual([])
    expect(contractOf(facts)).toBe('none')
  })

  const fine: Seen = { situation: 'plain', agent: own }
  const retry: Seen = { situation: 'retry', agent: own }
  const forged: Seen = { situation: 'forged', agent: own, told: other }
  test.each<[string, FactName, boolean | null, ReadonlyArray<Seen>]>([
    ['a turn that was hooked once is decided', 'context-fires-for-every-turn', true, [fine]],
    ['a turn that no hook saw is not', 'context-fires-for-every-turn', false, [fine, { ...fine, hooked: 0 }]],
    ['nor is one that was hooked twice', 'context-fires-for-every-turn', false, [{ ...fine, hooked: 2 }]],
    ['an event without agent is incomplete', 'context-names-session-and-agent', false, [fine, { ...fine, told: null }]],
    ['an event with an empty agent is incomplete', 'context-names-session-and-agent', false, [{ ...fine, told: '' }]],
    [
      'another agent than the one on the wire is a lie',
      'context-agent-is-the-request-agent',
      false,
      [fine, { ...fine, told: other }],
    ],
    ['but for the one that the script forged', 'context-agent-is-the-request-agent', true, [fine, forged]],
    ['an agent that follows in a retry holds', 'agent-holds-in-retry-race', true, [retry, { ...retry, agent: other }]],
    [
      'an agent that lags behind in a retry does not',
      'agent-holds-in-retry-race',
      false,
      [retry, { ...retry, agent: other, told: own }],
    ],
    ['a retry in which no switch landed says nothing', 'agent-holds-in-retry-race', null, [retry, retry]],
    [
      'a title that the hook of turns sees has no hook of its own',
      'title-has-its-own-hook',
      false,
      [{ ...fine, agent: 'title', kind: 'title', hooked: 0 }],
    ],
    [
      'a compaction that names another agent is found',
      'compaction-names-the-request-agent',
      false,
      [{ ...fine, kind: 'compaction', told: other }],
    ],
    [
      'a request that is announced for another agent is found',
      'model-request-names-agent-and-kind',
      false,
      [fine, { ...fine, model: other }],
    ],
    [
      'a forged agent that the announcement repeats is found',
      'model-request-survives-a-forged-agent',
      false,
      [{ ...forged, model: other }],
    ],
    [
      'where nothing was forged nothing is shown',
      'model-request-survives-a-forged-agent',
      null,
      [{ ...fine, situation: 'forged' }],
    ],
    [
      'a body without what was spliced is not the final one',
      'http-request-holds-the-final-body',
      false,
      [fine, { ...fine, body: 'without-marker' }],
    ],
    ['hooks out of order are found', 'hooks-come-in-order', false, [fine, { ...fine, order: 'hook-last' }]],
    ['a step that is told after its hook is not told before it', 'step-started-comes-before-context', false, [fine]],
    [
      'a step that is told before its hook is',
      'step-started-comes-before-context',
      true,
      [{ ...fine, order: 'step-first' }],
    ],
    ['and does not follow it', 'step-started-follows-each-context', false, [{ ...fine, order: 'step-first' }]],
  ])('%s', (_, name, holds, requests) => {
    expect(verdict(observed(...requests), name)).toBe(holds)
  })
})

test('a plugin loads if it ran and the harness lists it as active, and not by one of the two', () => {
  const forms = ['folder-path', 'folder-url', 'folder-with-options']
  const loaded = (ran: ReadonlyArray<string>, listed: ReadonlyArray<string>): Observation2 => ({
    ...nothingObserved2,
    marks: { ...nothingObserved2.marks, plugins: Object.fromEntries(listed.map((name) => [name, 'active'])) },
    events: ran.map((form) => ({ event: 'form', form, options: null })),
  })
  expect(verdict(loaded(forms, forms), 'config-folder-loads')).toBe(true)
  expect(verdict(loaded(forms.slice(1), forms), 'config-folder-loads')).toBe(false)
  expect(verdict(loaded(forms, forms.slice(1)), 'config-folder-loads')).toBe(false)
})

describe('a doctor', () => {
  test.each([
    ['session-get-fails', { first: 'session-get-fails' }],
    ['context-never-called', { second: 'context-never-called' }],
    ['', {}],
  ])('named %j is for its own generation alone', (name, doctor) => {
    expect(tamperingInForce({ [tamperingVariable]: name })).toEqual(doctor)
  })

  test('nobody knows is refused with the names of all', () => {
    expect(() => tamperingInForce({ [tamperingVariable]: 'quack' })).toThrow(/session-get-fails.*context-never-called/)
  })
})
