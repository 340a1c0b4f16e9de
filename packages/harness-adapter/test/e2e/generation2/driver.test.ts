import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runOnce } from '@active-mode/lab/harness'
import { bootHarness2, type Harness2, stageHarness2, standIn2Ids } from '@active-mode/lab/harness2'

// The driver of the second generation is what every later test of it stands on, so it is shown on the real binary first.
let harness: Harness2

const plugin = `export default {
  id: 'said',
  setup: (ctx) => ctx.session.hook('context', (event) => { event.system = [...event.system, { type: 'text', text: 'said: ' + ctx.options.what }] }),
}`

beforeAll(async () => {
  harness = await bootHarness2({
    agents: [
      { id: 'lead', system: 'You lead.' },
      { id: 'help', system: 'You help.' },
      { id: 'bare' },
      { id: 'kid', mode: 'subagent', system: 'You are small.', description: 'small' },
    ],
    plugins: [
      { name: 'said', source: plugin, options: { what: 'hello' } },
      { name: 'broken', source: 'export default () => undefined' },
    ],
    contextTokens: 60_000,
  })
})

afterAll(async () => {
  await harness.stop()
})

const sent = (session: string) => harness.model.requests().filter((request) => request.session === session)
const labels = (session: string) => sent(session).map(({ kind, agent }) => `${String(kind)} ${String(agent)}`)

test.each(['chat', 'messages'] as const)(
  'turns, a switch, a compaction and a request beside them are told apart on the wire by the %s protocol',
  async (route) => {
    const { client } = harness
    const { id } = await client.createSession({ agent: 'lead', model: standIn2Ids[route] })
    const stored = await client.turn(id, 'one')
    expect(stored.map(({ type, agent }) => `${type} ${String(agent)}`)).toEqual([
      'user undefined',
      'assistant lead',
      'idle undefined',
    ])
    await client.switchAgent(id, 'help')
    await client.turn(id, 'two')
    await client.compacted(id)
    await client.generate(id, 'beside')
    await client.turn(id, 'three')
    const found = labels(id).filter((label) => label !== 'title title')
    expect(found).toEqual(['primary lead', 'primary help', 'compaction help', 'generate help', 'primary help'])
    expect(labels(id)).toContain('title title')
    expect(sent(id).every((request) => request.route === route)).toBe(true)
    const spliced = sent(id).filter(({ system }) => system.join('\n').includes('said: hello'))
    expect(spliced.map(({ kind }) => kind)).toEqual(['primary', 'primary', 'primary'])
  },
)

test('an agent without a prompt of its own, and a sub-agent, are named by the harness', async () => {
  const { client, model } = harness
  const { id } = await client.createSession({ agent: 'bare', title: 'given' })
  model.once((request) =>
    request.session === id
      ? {
          kind: 'tools',
          calls: [{ name: 'subagent', arguments: { agent: 'kid', description: 'small', prompt: 'do it' } }],
        }
      : undefined,
  )
  await client.turn(id, 'delegate')
  expect(labels(id)).toEqual(['primary bare', 'primary bare'])
  const child = (await client.sessions()).find(({ parentID }) => parentID === id)
  expect(labels(child?.id ?? '')).toEqual(['primary kid'])
})

test('it compacts by itself near the end of the context window, and goes on', async () => {
  const { client, model } = harness
  const { id } = await client.createSession({ agent: 'lead', title: 'given' })
  model.once((request) =>
    request.session === id ? { kind: 'text', text: 'Long.', usage: { prompt: 59_000, completion: 10 } } : undefined,
  )
  await client.turn(id, 'one')
  await client.turn(id, 'two')
  expect(labels(id)).toEqual(['primary lead', 'compaction lead', 'primary lead'])
})

test('a fork keeps agent and messages, a revert takes messages away, a deleted session is gone', async () => {
  const { client } = harness
  const { id } = await client.createSession({ agent: 'lead', title: 'given' })
  const [first] = await client.turn(id, 'one')
  const fork = await client.fork(id)
  expect(fork.agent).toBe('lead')
  expect((await client.messages(fork.id)).map(({ type }) => type)).toEqual(
    (await client.messages(id)).map(({ type }) => type),
  )
  await client.stageRevert(id, first!.id)
  await client.turn(id, 'another one')
  expect(
    sent(id)
      .at(-1)
      ?.messages.filter(({ role }) => role === 'user')
      .map(({ text }) => text),
  ).toEqual(['another one'])
  await client.deleteSession(id)
  await expect(client.getSession(id)).rejects.toThrow('answered 404')
})

test('commands and text put in by others are turns as well', async () => {
  const { client } = harness
  const { id } = await client.createSession({ agent: 'lead', title: 'given' })
  await client.synthetic(id, 'news')
  await client.idle(id)
  await client.command(id, 'init')
  await client.idle(id)
  expect(labels(id)).toEqual(['primary lead', 'primary lead'])
})

test('plugins that loaded and plugins that did not are listed', async () => {
  const listed = (await harness.client.plugins()).filter(({ source }) => source.type !== 'builtin')
  expect(listed.map(({ state }) => state.status).toSorted()).toEqual(['active', 'active', 'failed'])
})

test('it can be ended, started again over the same folders, and leaves neither process nor folder behind', async () => {
  const other = await bootHarness2({ agents: [{ id: 'lead', system: 'You lead.' }] })
  const { pid, stage } = other
  const { id } = await other.client.createSession({ agent: 'lead' })
  await other.restart({ agents: [{ id: 'lead', system: 'You lead anew.' }] })
  expect(other.pid).not.toBe(pid)
  await other.client.turn(id, 'still here?')
  expect(other.model.requests().find(({ kind }) => kind === 'primary')).toMatchObject({ agent: 'lead', session: id })
  const last = other.pid
  await other.stop()
  for (const gone of [pid, last]) expect(() => process.kill(gone, 0)).toThrow('ESRCH')
  expect(existsSync(dirname(stage.home))).toBe(false)
})

test('a one-shot run reaches the model as the agent that it names', async () => {
  const stage = await stageHarness2({ agents: [{ id: 'lead', system: 'You lead.' }] })
  try {
    const { code, requests } = await runOnce({ stage, args: ['run', '--standalone', '--agent', 'lead', 'hello'] })
    expect(code).toBe(0)
    expect(requests.filter(({ kind }) => kind === 'primary').map(({ agent }) => agent)).toEqual(['lead'])
  } finally {
    await stage.dispose()
  }
})
