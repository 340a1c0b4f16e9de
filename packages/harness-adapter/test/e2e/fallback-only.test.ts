import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fallbackOnlyVersion } from '@active-mode/lab/availability'
import { fetchHarness, type Harness } from '@active-mode/lab/harness'
import { bootDirector } from './support/bootDirector.js'
import { open } from './support/life.js'
import { threeModes } from './support/threeModes.js'
import { blockOf, blocksOf, linesOf, requestsOf, retriedTurn, turn, turnsOf, unresolvable } from './support/wire.js'

// No session info names an agent here: the fallback decides every request.

let harness: Harness

beforeAll(async () => {
  harness = await bootDirector({ binary: await fetchHarness(fallbackOnlyVersion) })
})
afterAll(() => harness.stop())

const { write, edit, remove } = threeModes(() => harness.registryDir)
const session = (): Promise<string> => open(harness)
const fresh = async (agent: string) => turn(harness, await session(), agent)

describe('criterion 1 on fallback-only, met: every request of a mode agent carries exactly one stamped block, a session of any other agent nothing', () => {
  test('directors are told, others are not, each turn by its own agent', async () => {
    const id = await session()
    expect(linesOf(await turn(harness, id, 'ship'), 'stamp:')).toEqual([
      expect.stringMatching(/^stamp: agent=ship mode=ship via=fallback registry=sha256:[0-9a-f]{64}$/),
    ])
    expect(blocksOf(await turn(harness, id, 'plan'))).toEqual([])
    expect(linesOf(await turn(harness, id, 'porter'), 'stamp:')).toEqual([
      expect.stringContaining('agent=porter mode=haul via=fallback'),
    ])
    for (const agent of ['build', 'builder', 'custom', 'haul']) expect(blocksOf(await fresh(agent)), agent).toEqual([])
  })
})

describe('criterion 2 on fallback-only, met but for the proof that no message list is read (this contract has nothing else to ask): after a real compaction and with the history dropped the block is there, byte-identical', () => {
  test('a compaction, and the turns after it', async () => {
    const id = await session()
    const before = blockOf(await turn(harness, id, 'ship'))
    await harness.client.summarize(id, { auto: true })
    expect(requestsOf(harness, id).some(({ agent }) => agent === 'compaction')).toBe(true)
    expect(blockOf(turnsOf(harness, id).at(-1))).toBe(before)
    expect(blockOf(await turn(harness, id, 'ship'))).toBe(before)
  })

  test('the history dropped', async () => {
    const id = await session()
    const before = blockOf(await turn(harness, id, 'ship'))
    for (const { info } of await harness.client.messages(id)) await harness.client.deleteMessage(id, info.id)
    expect(blockOf(await turn(harness, id, 'ship'))).toBe(before)
  })
})

describe('criterion 3 on fallback-only, met: with a staged registry and an agent that cannot be resolved the block says so in the exact words', () => {
  test('a bundle that tears', async () => {
    blockOf(await fresh('porter'))
    write('haul/mode.toml', 'mode = "ha')
    expect(linesOf(await fresh('porter'), 'posture:')).toEqual([unresolvable])
  })
})

describe('criterion 4 on fallback-only, met: a director whose bundle misses parts is told which, and nothing is invented', () => {
  test('the pack is gone', async () => {
    remove('ship/pack.toml')
    expect(linesOf(await fresh('ship'), 'degraded:')).toEqual(['degraded: pack.toml (absent)'])
  })
})

describe('criterion 5 on fallback-only, met: a version gap is an unresolvable block for every agent, never silence', () => {
  test('a floor above this build', async () => {
    edit('explore/mode.toml', (text) => text.replace('plugin = "1"', 'plugin = "2"'))
    for (const agent of ['ship', 'plan', 'custom'])
      expect(linesOf(await fresh(agent), 'posture:'), agent).toEqual([unresolvable])
  })
})

describe('criterion 6 on fallback-only, met by the unresolvable outcome (session info never answers here, so the fallback decides always, and declines in a race): the fallback declines on a newer switch', () => {
  test('a prompt of another agent that lands while the provider is retried', async () => {
    const id = await session()
    await turn(harness, id, 'ship')
    const [first, retried] = await retriedTurn(harness, id, () =>
      harness.client.prompt(id, { agent: 'plan', text: 'by the way', noReply: true }),
    )
    expect(linesOf(first, 'posture:')).toEqual(['posture: director — mode `ship` (agent `ship`)'])
    expect(linesOf(retried, 'reason:')).toEqual([
      expect.stringContaining('agent `plan` was selected after `ship` answered'),
    ])
  })
})

describe('criterion 7 on fallback-only, met: the record of this version exists and was computed', () => {
  test('its contract is fallback-only', () => {
    const file = new URL(`../../../fixtures/availability/records/${fallbackOnlyVersion}.json`, import.meta.url)
    const record: unknown = JSON.parse(readFileSync(file, 'utf8'))
    expect(record).toMatchObject({ harness: fallbackOnlyVersion, contract: 'fallback-only', failure: null })
  })
})

describe('criterion 8 on fallback-only, met: the title request and the compaction request carry no block', () => {
  test('neither of a director session does', async () => {
    const id = await session()
    await turn(harness, id, 'ship')
    await harness.client.summarize(id, { auto: true })
    await harness.model.waitFor((request) => request.session === id && request.agent === 'title')
    for (const kind of ['title', 'compaction']) {
      const made = requestsOf(harness, id).filter(({ agent }) => agent === kind)
      expect(made.length, `${kind} requests`).toBeGreaterThan(0)
      expect(made.flatMap(blocksOf)).toEqual([])
    }
  })
})
