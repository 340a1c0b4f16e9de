import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Deed, neighbours2 } from '@active-mode/lab/faults'
import { type Harness2, standIn2Ids } from '@active-mode/lab/harness2'
import { scratchFolder } from '../support/bootDirector.js'
import { eventually } from '../support/life.js'
import { blockOf, linesOf, systemText } from '../support/wire.js'
import {
  bootDirector2,
  entries2,
  modeOf,
  noticed,
  notices2,
  ofKind,
  open2,
  requests2,
  story2,
  turn2,
} from './support/director2.js'

const neighbours = neighbours2(join(scratchFolder(), 'deeds'))
let harness: Harness2

beforeAll(async () => {
  harness = await bootDirector2({ earlier: [neighbours.earlier], later: [neighbours.later] })
})
afterAll(() => harness.stop())

describe('criterion 11 on request, met: no hook of ours ever fails or freezes a turn', () => {
  test.each<Deed>(['freeze', 'freeze-event', 'lock'])(
    'an earlier plugin does this to the event: %s; the block goes out all the same, in a turn and beside it',
    async (deed) => {
      const id = await open2(harness, 'ship')
      neighbours.meddle(id, [
        { who: 'earlier', hook: 'context', deed },
        { who: 'earlier', hook: 'generate', deed },
      ])
      await turn2(harness, id)
      await harness.client.generate(id, 'beside the turn')
      expect(requests2(harness, id).map(modeOf)).toEqual(['ship', 'ship'])
      for (const { confirmed, delivered } of await entries2(harness, id, 2))
        expect([confirmed, delivered]).toEqual([true, true])
      expect(notices2(harness, id)).toEqual([])
    },
  )

  test('an array and an event that are both closed: the turn goes on without a block, and that is noticed', async () => {
    const id = await open2(harness, 'ship')
    neighbours.meddle(id, [
      { who: 'earlier', hook: 'context', deed: 'freeze' },
      { who: 'earlier', hook: 'context', deed: 'freeze-event' },
    ])
    expect(modeOf(await turn2(harness, id))).toBe('nothing')
    await noticed(harness, id, "error the block could not be written: the harness's system parts cannot be replaced")
    expect((await entries2(harness, id, 1))[0]).toMatchObject({ posture: { _tag: 'director' }, blockSha256: null })
  })

  test.each<[Deed, boolean | null]>([
    ['stream-body', true],
    ['slow-body', null],
    ['huge-body', null],
  ])('an earlier plugin gives the request another body: %s; it arrives whole', async (deed, delivered) => {
    const id = await open2(harness, 'ship')
    const before = await turn2(harness, id)
    const untouched = await turn2(harness, id)
    neighbours.meddle(id, [{ who: 'earlier', hook: 'http.request', deed }])
    const request = await turn2(harness, id)
    expect(modeOf(request)).toBe('ship')
    const grown = (a: typeof request, b: typeof request): number =>
      Number(a.headers['content-length']) - Number(b.headers['content-length'])
    // Each turn adds as many bytes as the one before.
    expect(grown(request, untouched)).toBe(grown(untouched, before) + (deed === 'huge-body' ? 20 * 1024 * 1024 : 0))
    expect((await entries2(harness, id, 3)).map((entry) => entry.delivered)).toEqual([true, true, delivered])
    expect(notices2(harness, id)).toEqual([])
  })

  test('a body of bytes that are no text goes out as it is, and nothing is said of it', async () => {
    const id = await open2(harness, 'ship')
    neighbours.meddle(id, [{ who: 'earlier', hook: 'http.request', deed: 'binary-body' }])
    await harness.client.prompt(id, 'go on')
    const request = await harness.model.waitFor(({ session }) => session === id)
    expect(request.headers['content-length']).toBe('5')
    await harness.client.interrupt(id)
    await harness.client.idle(id)
    expect(notices2(harness, id).filter((line) => line.includes('was not in the request'))).toEqual([])
  })

  test.each(['context', 'model.request', 'http.request'] as const)(
    'a neighbour that throws in %s fails its own turn; the next is told again',
    async (hook) => {
      const id = await open2(harness, 'ship')
      neighbours.meddle(id, [{ who: 'later', hook, deed: 'throw' }])
      await expect(turn2(harness, id)).rejects.toThrow()
      neighbours.meddle(id, [])
      await harness.client.idle(id)
      expect(modeOf(await turn2(harness, id))).toBe('ship')
      const entries = await entries2(harness, id, 2)
      // What plugins after ours do to the body at its very end cannot be seen.
      expect(entries.map(({ delivered }) => delivered)).toEqual([hook === 'http.request' ? true : null, true])
    },
  )

  test('a neighbour that never comes back freezes its own turn; interrupted, the next is told again', async () => {
    const id = await open2(harness, 'ship')
    neighbours.meddle(id, [{ who: 'later', hook: 'context', deed: 'wait' }])
    await harness.client.prompt(id, 'go on')
    await eventually('the hook waits', () => neighbours.waiting(id).length > 0)
    await harness.client.interrupt(id)
    await harness.client.idle(id)
    neighbours.meddle(id, [])
    expect(modeOf(await turn2(harness, id))).toBe('ship')
    await noticed(harness, id, 'warn a turn of a director was broken off')
    expect((await entries2(harness, id, 2)).map(({ confirmed }) => confirmed)).toEqual([null, true])
  })

  test('a session that is deleted while its answer is on the way', async () => {
    const id = await open2(harness, 'ship')
    harness.model.once((request) =>
      request.session === id
        ? harness.client.deleteSession(id).then(() => ({ kind: 'text', text: 'too late' }))
        : undefined,
    )
    await harness.client.prompt(id, 'go on')
    await entries2(harness, id, 1)
    expect(modeOf(await turn2(harness, await open2(harness, 'ship')))).toBe('ship')
  })
})

describe('the block', () => {
  test('is the last part, after an empty line, where the route joins the parts', async () => {
    const id = await open2(harness, 'ship')
    const request = await turn2(harness, id)
    expect(request.system).toHaveLength(1)
    expect(systemText(request).endsWith(`\n\n${blockOf(request)}`)).toBe(true)
    expect(systemText(request)).not.toContain('\n\n\n## Active mode')
  })

  test('is one part of its own where the route keeps them apart', async () => {
    const { id } = await harness.client.createSession({ agent: 'ship', title: 'given', model: standIn2Ids.messages })
    const request = await turn2(harness, id)
    expect(request.route).toBe('messages')
    expect(request.system.length).toBeGreaterThan(1)
    expect(request.system.at(-1)).toBe(`\n${blockOf(request)}`)
    expect((await entries2(harness, id, 1))[0]).toMatchObject({ confirmed: true, delivered: true })
  })
})

describe('event.agent, forged by an earlier plugin', () => {
  test('the first request goes out as it was forged, and is noticed; until one agrees again the session is told that nothing is known', async () => {
    const id = await open2(harness, 'ship')
    expect(modeOf(await turn2(harness, id))).toBe('ship')
    neighbours.meddle(id, [{ who: 'earlier', hook: 'context', deed: 'forge-plan' }])
    expect(modeOf(await turn2(harness, id))).toBe('nothing')
    await noticed(harness, id, 'error another plugin wrote agent `plan` into a request of agent `ship`')
    for (const text of ['again', 'and again']) {
      const request = await turn2(harness, id, text)
      expect(linesOf(request, 'posture:')).toEqual(['posture: unresolvable — re-bind from the ledger'])
      expect(linesOf(request, 'reason:')).toEqual([expect.stringContaining('malformed at event.agent')])
    }
    neighbours.meddle(id, [])
    await turn2(harness, id)
    await turn2(harness, id)
    expect(story2(harness, id)).toEqual([
      'ship: ship',
      'ship: nothing',
      'ship: unresolvable',
      'ship: unresolvable',
      'ship: unresolvable',
      'ship: ship',
    ])
    const entries = await entries2(harness, id, 6)
    expect(entries.map(({ requestAgent }) => requestAgent)).toEqual(entries.map(() => 'ship'))
    expect(entries.map(({ confirmed }) => confirmed)).toEqual([true, false, true, true, true, true])
    expect(
      notices2(harness, id).filter((line) => line.includes('another plugin wrote')),
      'it is said once',
    ).toHaveLength(1)
  })

  test('a copilot that is made a director', async () => {
    const id = await open2(harness, 'custom')
    neighbours.meddle(id, [{ who: 'earlier', hook: 'context', deed: 'forge-ship' }])
    expect(modeOf(await turn2(harness, id))).toBe('ship')
    await noticed(harness, id, 'error another plugin wrote agent `ship` into a request of agent `custom`')
    expect(modeOf(await turn2(harness, id))).toBe('unresolvable')
    expect((await entries2(harness, id, 2)).map(({ confirmed }) => confirmed)).toEqual([false, true])
  })

  test('what a later plugin writes there harms nothing', async () => {
    const id = await open2(harness, 'ship')
    neighbours.meddle(id, [{ who: 'later', hook: 'context', deed: 'forge-plan' }])
    expect(modeOf(await turn2(harness, id))).toBe('ship')
    expect((await entries2(harness, id, 1))[0]).toMatchObject({
      confirmed: true,
      delivered: true,
      requestAgent: 'ship',
    })
    expect(notices2(harness, id)).toEqual([])
  })

  test('a session that is taken out of the event is found again, and its agent is told all the same', async () => {
    const id = await open2(harness, 'ship')
    neighbours.meddle(id, [{ who: 'earlier', hook: 'context', deed: 'no-session' }])
    expect(modeOf(await turn2(harness, id))).toBe('ship')
    expect((await entries2(harness, id, 1))[0]).toMatchObject({ sessionId: id, confirmed: true, delivered: true })
    expect(notices2(harness, id)).toEqual([])
  })
})

test('a retry is another request, with the block again and a line of its own', async () => {
  const id = await open2(harness, 'ship')
  harness.model.once((request) => (request.session === id ? { kind: 'error', status: 503 } : undefined))
  await turn2(harness, id)
  expect(story2(harness, id)).toEqual(['ship: ship', 'ship: ship'])
  const entries = await entries2(harness, id, 2)
  expect(entries.map(({ confirmed, delivered }) => [confirmed, delivered])).toEqual([
    [true, true],
    [true, true],
  ])
  const stored = (await harness.client.messages(id))
    .filter(({ type }) => type === 'assistant')
    .map((message) => message.id)
  expect(
    entries.map(({ messageId }) => messageId),
    'both tries have the same message',
  ).toEqual([stored[0], stored[0]])
})

test('a director that is left is noticed, although nobody forged anything', async () => {
  const id = await open2(harness, 'ship')
  await turn2(harness, id)
  await harness.client.switchAgent(id, 'custom')
  await turn2(harness, id)
  await noticed(harness, id, 'warn no longer director of mode `ship` (agent `ship`): now copilot (agent `custom`)')
})

test('a block that is lost again and again is noticed once, until one arrives', async () => {
  const id = await open2(harness, 'ship')
  const empty = [{ who: 'later', hook: 'context', deed: 'empty' }] as const
  for (const deeds of [empty, empty, [], empty]) {
    neighbours.meddle(id, deeds)
    await turn2(harness, id)
  }
  expect((await entries2(harness, id, 4)).map(({ delivered }) => delivered)).toEqual([false, false, true, false])
  await eventually('both notices', () => notices2(harness, id).length > 1)
  expect(notices2(harness, id)).toHaveLength(2)
})

test('the title of a session is made beside its first turn, and neither takes the other for its own', async () => {
  const id = await open2(harness, 'porter', null)
  await turn2(harness, id)
  await harness.model.waitFor((request) => request.session === id && request.kind === 'title')
  expect(ofKind(harness, id, 'title').map(modeOf)).toEqual(['nothing'])
  expect(await entries2(harness, id, 1)).toMatchObject([{ requestAgent: 'porter', confirmed: true, delivered: true }])
  expect(notices2(harness, id)).toEqual([])
})
