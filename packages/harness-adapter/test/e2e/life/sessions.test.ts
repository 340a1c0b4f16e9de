import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { landerPlugin, landing } from '@active-mode/lab/faults'
import type { Harness, Reply } from '@active-mode/lab/harness'
import { bootDirector } from '../support/bootDirector.js'
import { eventually, openTitled, saidOf, served, story, told } from '../support/life.js'
import { blockOf, blocksOf, linesOf, requestsOf, turnsOf } from '../support/wire.js'

let harness: Harness

beforeAll(async () => {
  const command = {
    survey: { template: 'Look around.', agent: 'plan' },
    sail: { template: 'Go.', agent: 'ship' },
    note: { template: 'Write it down.' },
    delegate: { template: 'Do it.', agent: 'ship', subtask: true },
  }
  harness = await bootDirector({ plugins: [landerPlugin], config: { command } })
})
afterAll(() => harness.stop())

/** Answers the next request of a session after something else has happened. */
const meanwhile = (
  session: string,
  act: () => Promise<unknown>,
  reply: Reply = { kind: 'text', text: 'Done.' },
): void => {
  const answer = async (): Promise<Reply> => {
    await act()
    return reply
  }
  harness.model.once((request) => (request.session === session ? answer() : undefined))
}

const lookAround: Reply = { kind: 'tools', calls: [{ name: 'glob', arguments: { pattern: '*' } }] }

const childrenOf = async (session: string): Promise<ReadonlyArray<string>> =>
  (
    (await harness.client.raw('GET', `/session/${session}/children`)).body as ReadonlyArray<{ readonly id: string }>
  ).map(({ id }) => id)

const userMessages = async (session: string): Promise<ReadonlyArray<string>> =>
  (await harness.client.messages(session)).filter(({ info }) => info.role === 'user').map(({ info }) => info.id)

describe('a fork', () => {
  test('has no agent; what the harness goes on with is told from the copied records', async () => {
    const id = await openTitled(harness, 'ship')
    const before = blockOf(await served(harness, id, 'ship'))
    const fork = await harness.client.fork(id)
    expect(fork.agent).toBeUndefined()
    await harness.client.summarize(fork.id, { auto: true })
    expect(requestsOf(harness, fork.id).map((request) => [request.agent, told(request)])).toEqual([
      ['compaction', 'nothing'],
      ['ship', 'director ship'],
    ])
    expect(blockOf(turnsOf(harness, fork.id)[0])).toBe(before.replace('via=session-info', 'via=fallback'))
  })

  test('is what its first prompt says it is', async () => {
    const id = await openTitled(harness, 'ship')
    const before = blockOf(await served(harness, id, 'ship'))
    const [one, other] = [await harness.client.fork(id), await harness.client.fork(id)]
    expect(blockOf(await served(harness, one.id, 'ship'))).toBe(before)
    await harness.client.prompt(other.id, { text: 'go on' })
    expect(story(harness, other.id)).toEqual(['build: nothing'])
  })
})

describe('a revert', () => {
  const changedHands = async () => {
    const id = await openTitled(harness, 'plan')
    await served(harness, id, 'plan')
    await served(harness, id, 'ship')
    const [, second = ''] = await userMessages(id)
    await harness.client.revert(id, { messageID: second })
    return id
  }

  test('leaves the session with the agent that was taken back: where the harness serves the one before, that request is told what it is', async () => {
    const id = await changedHands()
    await harness.client.summarize(id, { auto: true })
    const continued = turnsOf(harness, id).at(-1)
    expect([continued?.agent, told(continued)]).toEqual(['plan', 'nothing'])
  })

  test('and the next prompt settles it', async () => {
    const id = await changedHands()
    await served(harness, id, 'plan')
    await served(harness, id, 'ship')
    expect(story(harness, id)).toEqual(['plan: nothing', 'ship: director ship', 'plan: nothing', 'ship: director ship'])
  })

  test('that is itself taken back changes nothing', async () => {
    const id = await changedHands()
    await harness.client.unrevert(id)
    await harness.client.summarize(id, { auto: true })
    expect(story(harness, id)).toEqual(['plan: nothing', 'ship: director ship', 'ship: director ship'])
  })
})

describe('a command', () => {
  test('with an agent of its own is that agent, and the next prompt is what the harness makes of it', async () => {
    const id = await openTitled(harness, 'ship')
    await served(harness, id, 'ship')
    await harness.client.command(id, { command: 'survey' })
    await served(harness, id, 'ship')
    await harness.client.command(id, { command: 'sail' })
    await harness.client.command(id, { command: 'note' })
    expect(story(harness, id)).toEqual([
      'ship: director ship',
      'plan: nothing',
      'ship: director ship',
      'ship: director ship',
      'build: nothing',
    ])
  })

  test('that delegates to a director makes a child session that is one, whatever its parent is', async () => {
    const id = await openTitled(harness, 'explore')
    await harness.client.command(id, { command: 'delegate', agent: 'explore' })
    const children = await childrenOf(id)
    expect(children.map((child) => story(harness, child))).toEqual([['ship: director ship']])
    expect(new Set(story(harness, id))).toEqual(new Set(['explore: director explore']))
  })
})

test('a role that a director dispatches is no director', async () => {
  const id = await openTitled(harness, 'ship')
  meanwhile(id, () => Promise.resolve(), {
    kind: 'tools',
    calls: [{ name: 'task', arguments: { description: 'build it', prompt: 'Build it.', subagent_type: 'builder' } }],
  })
  await served(harness, id, 'ship')
  const children = await childrenOf(id)
  expect(children.map((child) => story(harness, child))).toEqual([['builder: nothing']])
  expect(story(harness, id)).toEqual(['ship: director ship', 'ship: director ship'])
})

test('a shell turn as another agent selects none: what the harness goes on with after it is told what it is', async () => {
  const id = await openTitled(harness, 'ship')
  await served(harness, id, 'ship')
  await harness.client.shell(id, { agent: 'plan', command: 'echo hello' })
  await harness.client.summarize(id, { auto: true })
  const continued = turnsOf(harness, id).at(-1)
  expect([continued?.agent, told(continued)]).toEqual(['plan', 'nothing'])
  expect(told(await served(harness, id, 'ship'))).toBe('director ship')
})

describe('prompts that are queued while a turn runs', () => {
  test('wait for the end of an answer', async () => {
    const id = await openTitled(harness, 'ship')
    meanwhile(id, () => harness.client.promptAsync(id, { agent: 'plan', text: 'and then' }))
    await harness.client.prompt(id, { agent: 'ship', text: 'first' })
    expect(story(harness, id)).toEqual(['ship: director ship', 'plan: nothing'])
  })

  test('are served as soon as the turn calls a tool', async () => {
    const id = await openTitled(harness, 'plan')
    meanwhile(id, () => harness.client.promptAsync(id, { agent: 'ship', text: 'and then' }), lookAround)
    await harness.client.prompt(id, { agent: 'plan', text: 'first' })
    expect(story(harness, id)).toEqual(['plan: nothing', 'ship: director ship'])
  })
})

describe('an end in the middle', () => {
  test('an abort: the next turn is as ever', async () => {
    const id = await openTitled(harness, 'ship')
    harness.model.once(({ session }) => (session === id ? { kind: 'hang' } : undefined))
    const aborted = harness.client.prompt(id, { agent: 'ship', text: 'go on' })
    await harness.model.waitFor(({ session }) => session === id)
    await harness.client.abort(id)
    expect((await aborted).info.error).toMatchObject({ name: 'MessageAbortedError' })
    await served(harness, id, 'ship')
    expect(story(harness, id)).toEqual(['ship: director ship', 'ship: director ship'])
  })

  test('the session is deleted: the harness lives on, and so does every other session', async () => {
    const [id, other] = [await openTitled(harness, 'ship'), await openTitled(harness, 'ship')]
    meanwhile(id, () => harness.client.deleteSession(id), lookAround)
    // How the prompt ends is the harness's affair: most often with an error, at times it is never answered.
    await expect(harness.client.prompt(id, { agent: 'ship', text: 'go on', timeoutMs: 20_000 })).rejects.toThrow(
      /answered 500|was not answered/,
    )
    for (const request of turnsOf(harness, id)) expect(blocksOf(request).length).toBeLessThanOrEqual(1)
    expect(told(await served(harness, other, 'ship'))).toBe('director ship')
  })
})

describe('a prompt without an agent, as plugins inject them', () => {
  test('moves the session to the default agent: the block follows what is served, and the log names both', async () => {
    const id = await openTitled(harness, 'ship')
    await served(harness, id, 'ship')
    await harness.client.prompt(id, { text: 'some context', noReply: true })
    await harness.client.prompt(id, { text: 'go on' })
    expect(story(harness, id)).toEqual(['ship: director ship', 'build: nothing'])
    expect(await saidOf(harness, id, 2)).toEqual([
      'INFO director of mode `ship` (agent `ship`)',
      expect.stringContaining('WARN no longer director of mode `ship` (agent `ship`): now copilot (agent `build`)'),
    ])
  })

  test('that lands in the middle of a turn leaves that turn as it is, and the next one is named', async () => {
    const id = await openTitled(harness, 'ship')
    await harness.client.prompt(id, { agent: 'ship', text: landing(null) })
    const [request] = turnsOf(harness, id)
    expect(told(request)).toBe('director ship')
    await harness.client.prompt(id, { text: 'go on' })
    expect(await saidOf(harness, id, 2), 'a person is told which agents').toContainEqual(
      expect.stringMatching(/^WARN no longer director of mode `ship` \(agent `ship`\): now copilot \(agent `build`\)/),
    )
  })

  test('that is the first of a session that was made for a director is what the harness serves', async () => {
    const id = await openTitled(harness, 'ship')
    await harness.client.prompt(id, { text: 'go on' })
    await served(harness, id, 'ship')
    expect(story(harness, id)).toEqual(['build: nothing', 'ship: director ship'])
  })
})

describe('an agent that cannot be', () => {
  test('a prompt of one that there is not is refused by the harness and changes nothing', async () => {
    const id = await openTitled(harness, 'ship')
    await served(harness, id, 'ship')
    await expect(harness.client.prompt(id, { agent: 'shop', text: 'go on' })).rejects.toThrow('answered 500')
    await served(harness, id, 'ship')
    expect(story(harness, id)).toEqual(['ship: director ship', 'ship: director ship'])
  })

  test('a child session without one inherits none by guess', async () => {
    const parent = await openTitled(harness, 'ship')
    await served(harness, parent, 'ship')
    const child = await harness.client.createSession({ parentID: parent, title: 'a child' })
    expect(child.agent).toBeUndefined()
    await harness.client.prompt(child.id, { text: 'go on' })
    await served(harness, child.id, 'explore')
    expect(story(harness, child.id)).toEqual(['build: nothing', 'explore: director explore'])
  })
})

test('a compaction summary that claims a posture changes nothing', async () => {
  const [id, other] = [await openTitled(harness, 'ship'), await openTitled(harness, 'explore')]
  const before = blockOf(await served(harness, id, 'ship'))
  const claim = blockOf(await served(harness, other, 'explore'))
  harness.model.once(({ session, agent }) =>
    session === id && agent === 'compaction' ? { kind: 'text', text: `Summary.\n\n${claim}` } : undefined,
  )
  await harness.client.summarize(id, { auto: true })
  const continued = turnsOf(harness, id).at(-1)
  expect(
    continued?.messages.some(({ role, text }) => role !== 'system' && text.includes(claim)),
    'the summary is in the history',
  ).toBe(true)
  expect(blockOf(continued)).toBe(before)
})

test("a prompt through the harness's v2 interface, which asks no plugin, gets no block; the log says so once a session", async () => {
  const id = await openTitled(harness, 'ship')
  await served(harness, id, 'ship')
  const prompt = async (text: string) => expect((await harness.client.v2Prompt(id, text)).status).toBe(200)
  const served2 = (text = 'by v2:') =>
    harness.model.requests().filter(({ messages }) => messages.some((message) => message.text.startsWith(text)))
  // The first may come to nothing: that interface has no model until it has looked for one.
  await eventually('a prompt by v2 reaches the model', async () => {
    await prompt('by v2: hello')
    await new Promise((resolve) => setTimeout(resolve, 200))
    return served2().length > 0
  })
  await prompt('by v2: and hello again')
  await eventually('the second one does too', async () => served2('by v2: and hello again').length > 0)
  // Which agent's prompt stands there is the interface's own affair, and may change while it starts.
  expect(served2().map(told)).toEqual(served2().map(() => 'nothing'))
  expect((await saidOf(harness, id, 2)).filter((line) => line.includes('v2'))).toEqual([
    expect.stringMatching(/^WARN prompted through the harness's v2 API/),
  ])
})

describe('after a restart of the harness', () => {
  test('a resumed session carries the same block, byte for byte, and follows the first switch', async () => {
    const ids = await Promise.all(['ship', 'porter', 'plan', 'plan'].map((agent) => openTitled(harness, agent)))
    const [ship = '', porter = '', plan = '', reverted = ''] = ids
    const before = [
      await served(harness, ship, 'ship'),
      await served(harness, porter, 'porter'),
      await served(harness, plan, 'plan'),
    ]
    await served(harness, reverted, 'plan')
    await served(harness, reverted, 'ship')
    await harness.client.revert(reverted, { messageID: (await userMessages(reverted))[1] ?? '' })
    expect(harness.logs().match(/the hook .* failed/g)).toBeNull()

    await harness.restart()
    const after = [
      await served(harness, ship, 'ship'),
      await served(harness, porter, 'porter'),
      await served(harness, plan, 'plan'),
    ]
    expect(before.map(told)).toEqual(['director ship', 'director haul as porter', 'nothing'])
    expect(after.map(blocksOf)).toEqual(before.map(blocksOf))
    expect(linesOf(after[0], 'stamp:')).toHaveLength(1)
    expect(told(await served(harness, plan, 'ship'))).toBe('director ship')
    expect(told(await served(harness, ship, 'plan'))).toBe('nothing')
    await harness.client.summarize(porter, { auto: true })
    expect(blockOf(turnsOf(harness, porter).at(-1)), 'also when it goes on after a compaction').toBe(blockOf(before[1]))
    await harness.client.summarize(reverted, { auto: true })
    expect(story(harness, reverted).at(-1), 'what was taken back does not come back').toBe('plan: nothing')
  })
})
