import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registryFiles } from '@active-mode/fixtures/registry'
import { neighbours2 } from '@active-mode/lab/faults'
import { failAfter, type Reply, type WireRequest } from '@active-mode/lab/harness'
import type { Harness2 } from '@active-mode/lab/harness2'
import { scratchFolder } from '../support/bootDirector.js'
import { eventually } from '../support/life.js'
import { agents2, bootDirector2, entries2, modeOf, open2, requests2, story2, turn2 } from './support/director2.js'

// Whatever happens between two requests: the first part of the system text on the wire, which is the own prompt of the request's agent,
// says whom a request is for, and its block has to be the one of that agent.

const odd = ['constructor', 'Ünï', 'CamelCase', 'camelcase', 'team/Deep', 'with space']
const whole = registryFiles('three-modes')
const more = ['constructor', 'camelcase', 'hid', 'small']
const registry = {
  ...whole,
  'active-mode.toml': `${whole['active-mode.toml'] ?? ''}\n${more.map((id) => `${id} = "haul"`).join('\n')}\n`,
}
const claims: Readonly<Record<string, string>> = {
  ship: 'ship',
  explore: 'explore',
  quartermaster: 'haul',
  porter: 'haul',
  constructor: 'haul',
  camelcase: 'haul',
  hid: 'haul',
  small: 'haul',
}

const neighbours = neighbours2(join(scratchFolder(), 'deeds'))
let harness: Harness2

beforeAll(async () => {
  harness = await bootDirector2({
    registry,
    agents: [
      ...agents2,
      ...odd.map((id) => ({ id, system: `You are called ${id}.` })),
      { id: 'hid', system: 'You are hidden.', hidden: true },
      { id: 'small', mode: 'subagent', system: 'You are small.', description: 'small' },
      { id: 'both', mode: 'all', system: 'You are called by others.', description: 'both' },
      { id: 'gone', system: 'You are disabled.', disabled: true },
    ],
    config: { commands: { steer: { description: 'steer', template: 'steer $ARGUMENTS', agent: 'explore' } } },
    earlier: [neighbours.earlier],
    later: [neighbours.later],
  })
})
afterAll(() => harness.stop())

const isTurnOf = (session: string) => (request: WireRequest) =>
  request.session === session && request.kind === 'primary'

/** The next turn request of a session is answered with what this comes to. */
const next = (session: string, answer: () => Promise<Reply>): void =>
  harness.model.once((request) => (isTurnOf(session)(request) ? answer() : undefined))

const toolCall: Reply = { kind: 'tools', calls: [{ name: 'glob', arguments: { pattern: '*' } }] }

/** Every request of a session has the block of its own agent, or none where none is due; and so says the log. */
const expectOwnBlocks = (session: string): void => {
  const wrong = requests2(harness, session).filter((request) => {
    const due =
      request.kind === 'primary' || request.kind === 'generate'
        ? Object.hasOwn(claims, request.agent ?? '')
          ? claims[request.agent ?? '']
          : 'nothing'
        : 'nothing'
    return modeOf(request) !== due
  })
  expect(wrong.map((request) => `${String(request.kind)} ${String(request.agent)}: ${modeOf(request)}`)).toEqual([])
}

/** Whom the turns were for, in order, each with its block; and every one is confirmed by the harness. */
const expectStory = async (session: string, ...told: ReadonlyArray<string>): Promise<void> => {
  expect(story2(harness, session)).toEqual(told)
  expectOwnBlocks(session)
  const due = requests2(harness, session).filter(({ kind }) => kind === 'primary' || kind === 'generate')
  for (const { confirmed } of await entries2(harness, session, due.length)) expect(confirmed).toBe(true)
}

describe("criterion 9 on request, met: in every race the block is the one of the request's own agent", () => {
  test.each([
    ['ship', 'custom', 'ship: ship', 'custom: nothing'],
    ['custom', 'ship', 'custom: nothing', 'ship: ship'],
  ])('a switch from %s to %s while a retry sleeps', async (from, to, first, second) => {
    const id = await open2(harness, from)
    next(id, () => failAfter(() => harness.client.switchAgent(id, to)))
    await turn2(harness, id)
    await expectStory(id, first, second)
  })

  test.each([
    ['ship', 'custom', 'ship: ship', 'custom: nothing'],
    ['custom', 'porter', 'custom: nothing', 'porter: haul'],
  ])('a switch from %s to %s before a tool goes on', async (from, to, first, second) => {
    const id = await open2(harness, from)
    next(id, async () => {
      await harness.client.switchAgent(id, to)
      return toolCall
    })
    await turn2(harness, id)
    await expectStory(id, first, second)
  })

  test.each([
    ['ship', 'explore', 'ship: ship', 'explore: explore'],
    ['custom', 'ship', 'custom: nothing', 'ship: ship'],
  ])('a switch from %s to %s, and a queued prompt, while an answer streams', async (from, to, first, second) => {
    const id = await open2(harness, from)
    const race = async () => {
      await harness.client.switchAgent(id, to)
      await harness.client.prompt(id, 'queued', { delivery: 'queue' })
    }
    next(id, async () => ({
      kind: 'text',
      text: 'begun',
      endsAfter: new Promise((resolve) => setTimeout(resolve, 50)).then(race),
    }))
    await turn2(harness, id)
    await expectStory(id, first, second)
  })

  test.each([
    ['ship', 'custom', 'earlier', 'ship: ship'],
    ['custom', 'ship', 'earlier', 'custom: nothing'],
    ['ship', 'explore', 'later', 'ship: ship'],
  ] as const)('a switch from %s to %s while a hook of the %s plugin waits', async (from, to, who, first) => {
    const id = await open2(harness, from)
    neighbours.meddle(id, [{ who, hook: 'context', deed: 'wait' }])
    await harness.client.prompt(id, 'wait for it')
    await eventually('the hook waits', () => neighbours.waiting(id).length > 0)
    await harness.client.switchAgent(id, to)
    neighbours.meddle(id, [])
    await harness.client.idle(id)
    await expectStory(id, first)
  })

  test('no agent chosen, and an agent that is unset again', async () => {
    const none = await open2(harness)
    await turn2(harness, none)
    await expectStory(none, 'build: nothing')
    const unset = await open2(harness, 'ship')
    await turn2(harness, unset)
    await harness.client.switchAgent(unset, '')
    await turn2(harness, unset)
    await expectStory(unset, 'ship: ship', 'build: nothing')
  })

  test('a fork, a compacted fork, and the source that goes on as another', async () => {
    const { client } = harness
    const id = await open2(harness, 'custom')
    await turn2(harness, id)
    await client.switchAgent(id, 'ship')
    await turn2(harness, id)
    const fork = (await client.fork(id)).id
    await client.switchAgent(id, 'custom')
    await turn2(harness, fork)
    await client.compacted(fork)
    await turn2(harness, fork)
    await turn2(harness, id)
    await expectStory(fork, 'ship: ship', 'ship: ship')
    await expectStory(id, 'custom: nothing', 'ship: ship', 'custom: nothing')
  })

  test('a session that is exported, deleted and imported again', async () => {
    const { client } = harness
    const id = await open2(harness, 'porter')
    await turn2(harness, id)
    const exported = await client.exportSession(id)
    await client.deleteSession(id)
    await client.importSession(exported)
    await turn2(harness, id)
    await expectStory(id, 'porter: haul', 'porter: haul')
  })

  test('a revert to before a switch leaves the switch in force', async () => {
    const { client } = harness
    const id = await open2(harness, 'ship')
    const [first] = await client.turn(id, 'the first')
    await client.switchAgent(id, 'custom')
    await turn2(harness, id)
    await client.stageRevert(id, first?.id ?? '')
    await turn2(harness, id)
    await expectStory(id, 'ship: ship', 'custom: nothing', 'custom: nothing')
  })

  test('a command with an agent of its own, which the session keeps', async () => {
    const id = await open2(harness, 'ship')
    await turn2(harness, id)
    await harness.client.command(id, 'steer', 'left')
    await harness.client.idle(id)
    await turn2(harness, id)
    await expectStory(id, 'ship: ship', 'explore: explore', 'explore: explore')
  })

  test.each<readonly [agent: string, told: string]>([
    ['hid', 'haul'],
    ['small', 'haul'],
    ['both', 'nothing'],
    ...odd.map((agent) => [agent, Object.hasOwn(claims, agent) ? 'haul' : 'nothing'] as const),
  ])('agent %s chosen by hand: %s', async (agent, told) => {
    const id = await open2(harness, 'ship')
    await harness.client.switchAgent(id, agent)
    await turn2(harness, id)
    await expectStory(id, `${agent}: ${told}`)
  })

  test.each(['nobody', 'gone', 'SHIP', 'toString', '__proto__'])(
    'agent %s, whom there is not: no request goes out, and the next one is decided',
    async (agent) => {
      const id = await open2(harness, 'ship')
      await harness.client.switchAgent(id, agent)
      await expect(turn2(harness, id)).rejects.toThrow('failed')
      expect(requests2(harness, id)).toEqual([])
      await harness.client.switchAgent(id, 'ship')
      await turn2(harness, id)
      await expectStory(id, 'ship: ship')
    },
  )

  test('a director that is called as a sub-agent, and its parent that goes on', async () => {
    const { client } = harness
    const id = await open2(harness, 'custom')
    next(id, async () => ({
      kind: 'tools',
      calls: [{ name: 'subagent', arguments: { agent: 'small', description: 'small', prompt: 'do it' } }],
    }))
    await turn2(harness, id, 'delegate')
    const child = (await client.sessions()).find(({ parentID }) => parentID === id)?.id ?? ''
    await expectStory(child, 'small: haul')
    await expectStory(id, 'custom: nothing', 'custom: nothing')
  })

  test('a session of a director that has a child of another agent', async () => {
    const { client } = harness
    const id = await open2(harness, 'ship')
    next(id, async () => ({
      kind: 'tools',
      calls: [{ name: 'subagent', arguments: { agent: 'both', description: 'both', prompt: 'do it' } }],
    }))
    await turn2(harness, id, 'delegate')
    const child = (await client.sessions()).find(({ parentID }) => parentID === id)?.id ?? ''
    await expectStory(child, 'both: nothing')
    await expectStory(id, 'ship: ship', 'ship: ship')
  })

  test('two sessions at once whose hooks wait for each other', async () => {
    const ids = [await open2(harness, 'ship'), await open2(harness, 'custom'), await open2(harness, 'porter')]
    for (const id of ids) neighbours.meddle(id, [{ who: 'earlier', hook: 'context', deed: 'wait' }])
    for (const id of ids) await harness.client.prompt(id, 'all at once')
    await eventually('all hooks wait', () => ids.every((id) => neighbours.waiting(id).length > 0))
    for (const id of ids.toReversed()) neighbours.meddle(id, [])
    for (const id of ids) await harness.client.idle(id)
    const [ship = '', custom = '', porter = ''] = ids
    await expectStory(ship, 'ship: ship')
    await expectStory(custom, 'custom: nothing')
    await expectStory(porter, 'porter: haul')
  })

  test('a request beside a turn, of the agent that the session was switched to meanwhile', async () => {
    const { client } = harness
    const id = await open2(harness, 'ship')
    let isOver: () => void = () => undefined
    next(id, async () => ({
      kind: 'text',
      text: 'begun',
      endsAfter: new Promise<void>((resolve) => {
        isOver = resolve
      }),
    }))
    const running = client.turn(id, 'streams')
    await harness.model.waitFor(isTurnOf(id))
    await client.switchAgent(id, 'custom')
    await client.generate(id, 'beside the turn')
    await client.switchAgent(id, 'porter')
    await client.generate(id, 'beside the turn, again')
    isOver()
    await running
    const told = requests2(harness, id).map(
      (request) => `${String(request.kind)} ${String(request.agent)}: ${modeOf(request)}`,
    )
    expect(told).toEqual(['primary ship: ship', 'generate custom: nothing', 'generate porter: haul'])
    const entries = await entries2(harness, id, 3)
    expect(
      entries
        .map(({ requestAgent, confirmed, delivered, messageId }) => [
          requestAgent,
          confirmed,
          delivered,
          messageId !== null,
        ])
        .toSorted(),
    ).toEqual([
      ['custom', true, null, false],
      ['porter', true, true, false],
      ['ship', true, true, true],
    ])
  })

  test('a request beside a turn whose hook still waits', async () => {
    const { client } = harness
    const id = await open2(harness, 'ship')
    neighbours.meddle(id, [{ who: 'later', hook: 'context', deed: 'wait' }])
    await client.prompt(id, 'wait for it')
    await eventually('the hook waits', () => neighbours.waiting(id).length > 0)
    await client.switchAgent(id, 'explore')
    await client.generate(id, 'beside the turn')
    neighbours.meddle(id, [])
    await client.idle(id)
    expect(
      requests2(harness, id).map((request) => `${String(request.kind)} ${String(request.agent)}: ${modeOf(request)}`),
    ).toEqual(['generate explore: explore', 'primary ship: ship'])
    for (const { confirmed, delivered } of await entries2(harness, id, 2))
      expect([confirmed, delivered]).toEqual([true, true])
  })

  test('automatic compaction between two agents', async () => {
    const id = await open2(harness, 'ship')
    await turn2(harness, id)
    next(id, async () => {
      await harness.client.switchAgent(id, 'custom')
      return { ...toolCall, usage: { prompt: 99_500, completion: 10 } }
    })
    await turn2(harness, id, 'fills the window')
    await harness.client.switchAgent(id, 'ship')
    await turn2(harness, id)
    expectOwnBlocks(id)
    expect(story2(harness, id)).toEqual(['ship: ship', 'ship: ship', 'custom: nothing', 'ship: ship'])
  })

  test('text that others put in, without a prompt', async () => {
    const id = await open2(harness, 'ship')
    await harness.client.synthetic(id, 'news')
    await harness.client.idle(id)
    await expectStory(id, 'ship: ship')
  })
})
