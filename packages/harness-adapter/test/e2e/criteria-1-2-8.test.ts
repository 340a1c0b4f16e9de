import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Harness } from '@active-mode/lab/harness'
import { faultsFor } from './support/bootDirector.js'
import { openDirector } from './support/openDirector.js'
import { blockOf, blocksOf, requestsOf, turn, turnsOf } from './support/wire.js'

const faults = faultsFor()
let harness: Harness

beforeAll(async () => {
  harness = await openDirector({ plugins: [faults.plugin] })
})
afterAll(() => harness.stop())

const session = async (agent?: string): Promise<string> =>
  (await harness.client.createSession(agent === undefined ? {} : { agent })).id

describe('criterion 1: every request of a mode agent carries exactly one stamped block, a session of any other agent nothing', () => {
  test.each([
    ['ship', 'ship'],
    ['quartermaster', 'haul'],
    ['porter', 'haul'],
  ])('agent %s directs mode %s in every turn', async (agent, mode) => {
    const id = await session(agent)
    const blocks = [await turn(harness, id, agent, 'one'), await turn(harness, id, agent, 'two')].map(blockOf)
    for (const block of blocks) {
      expect(block).toContain(`\nposture: director — mode \`${mode}\` (agent \`${agent}\`)\n`)
      expect(block.match(/^stamp: .*$/gm)).toEqual([
        expect.stringMatching(
          new RegExp(`^stamp: agent=${agent} mode=${mode} via=session-info registry=sha256:[0-9a-f]{64}$`),
        ),
      ])
    }
    expect(blocks[1]).toBe(blocks[0])
  })

  test('every request of a turn with tool calls carries it', async () => {
    const id = await session('ship')
    harness.model.once((request) =>
      request.session === id && request.agent === 'ship'
        ? { kind: 'tools', calls: [{ name: 'glob', arguments: { pattern: '*' } }] }
        : undefined,
    )
    await harness.client.prompt(id, { agent: 'ship', text: 'look around' })
    const blocks = turnsOf(harness, id).map(blockOf)
    expect(blocks.length).toBeGreaterThan(1)
    expect(new Set(blocks).size).toBe(1)
  })

  test.each(['plan', 'build', 'builder', 'custom', 'haul', 'Ship'])('agent %s is told nothing', async (agent) => {
    const id = await session(agent)
    expect(blocksOf(await turn(harness, id, agent))).toEqual([])
    expect((await turn(harness, id, agent)).system.join('\n')).not.toContain('Active mode')
  })

  test('a session that changes hands is told what each turn is', async () => {
    const id = await session('ship')
    const carried = []
    for (const agent of ['ship', 'plan', 'quartermaster', 'ship'])
      carried.push(blocksOf(await turn(harness, id, agent)).length)
    expect(carried).toEqual([1, 0, 1, 1])
  })
})

describe('criterion 2: after a real compaction and with the history dropped the block is there, byte-identical, from session state alone', () => {
  test('a compaction that the user asks for', async () => {
    const id = await session('ship')
    const before = blockOf(await turn(harness, id, 'ship'))
    await harness.client.summarize(id, { auto: true })
    expect(requestsOf(harness, id).some(({ agent }) => agent === 'compaction')).toBe(true)
    const continued = turnsOf(harness, id).at(-1)
    expect(blockOf(continued)).toBe(before)
    expect(blockOf(await turn(harness, id, 'ship'))).toBe(before)
  })

  test('a compaction that the harness starts because the context is full', async () => {
    const id = await session('ship')
    const before = blockOf(await turn(harness, id, 'ship'))
    harness.model.once((request) =>
      request.session === id && request.agent === 'ship'
        ? { kind: 'text', text: 'a long answer', usage: { prompt: 99_000, completion: 500 } }
        : undefined,
    )
    await harness.client.prompt(id, { agent: 'ship', text: 'fill it' })
    await harness.model.waitFor((request) => request.session === id && request.agent === 'compaction')
    expect(blockOf(await turn(harness, id, 'ship'))).toBe(before)
    expect(
      turnsOf(harness, id)
        .map(blockOf)
        .every((block) => block === before),
    ).toBe(true)
  })

  test('a fresh request with the history dropped', async () => {
    const id = await session('ship')
    const before = blockOf(await turn(harness, id, 'ship'))
    for (const { info } of await harness.client.messages(id)) await harness.client.deleteMessage(id, info.id)
    expect(await harness.client.messages(id)).toEqual([])
    faults.calls()
    expect(blockOf(await turn(harness, id, 'ship'))).toBe(before)
    const calls = faults.calls().map(({ path }) => path)
    expect(calls).toContain(`/session/${id}`)
    expect(calls.filter((path) => path.includes('message'))).toEqual([])
  })

  test('no message list is read on this path', async () => {
    const id = await session('ship')
    await turn(harness, id, 'ship')
    await harness.model.waitFor((request) => request.session === id && request.agent === 'title')
    faults.calls()
    blockOf(await turn(harness, id, 'ship'))
    await harness.client.summarize(id, { auto: true })
    blockOf(turnsOf(harness, id).at(-1))
    const calls = faults.calls().map(({ method, path }) => `${method} ${path}`)
    expect(calls).toContain(`GET /session/${id}`)
    expect(calls.filter((call) => call.includes('message'))).toEqual([])
  })
})

describe('criterion 8: the title request and the compaction request carry no block', () => {
  test('neither of a director session does', async () => {
    const id = await session('ship')
    await turn(harness, id, 'ship')
    await harness.client.summarize(id, { auto: true })
    await harness.model.waitFor((request) => request.session === id && request.agent === 'title')
    const requests = requestsOf(harness, id)
    for (const kind of ['title', 'compaction']) {
      const made = requests.filter(({ agent }) => agent === kind)
      expect(made.length, `${kind} requests`).toBeGreaterThan(0)
      expect(made.map((request) => request.system.join('\n')).filter((text) => text.includes('Active mode'))).toEqual(
        [],
      )
    }
  })
})
