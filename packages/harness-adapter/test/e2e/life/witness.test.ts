import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { afterTitle, createFaults, createGate, landerPlugin, landing, meeting } from '@active-mode/lab/faults'
import { failAfter, type Harness, runOnce } from '@active-mode/lab/harness'
import { scratchFolder } from '../support/bootDirector.js'
import { conflict, named, open, openTitled, reasonOf, served, story, told } from '../support/life.js'
import { openDirector } from '../support/openDirector.js'
import { requestsOf, systemText, turnsOf } from '../support/wire.js'

const folder = scratchFolder()
const gate = createGate(join(folder, 'gate.jsonl'))
const faults = createFaults(join(folder, 'client'))

/** A prompt that holds this text is not seen by plugins that are loaded later. */
const unseen = 'UNSEEN'
const blinder = {
  name: 'blinder',
  source: `export default async () => ({
  'experimental.chat.messages.transform': async (_, output) => {
    const user = output.messages.findLast(({ info }) => info.role === 'user')
    if (user?.parts.some(({ text }) => text?.includes('${unseen}'))) output.messages = []
  },
})`,
}

let harness: Harness

beforeAll(async () => {
  harness = await openDirector({ plugins: [faults.plugin, landerPlugin, gate.plugin, blinder] })
})
afterAll(() => harness.stop())
afterEach(() => faults.set([]))

/** Answers the next request of a session's agent with a failure that the harness tries again, after something else has happened. */
const failOnce = (session: string, agent: string, act: () => Promise<unknown>): void => {
  harness.model.once((request) => (request.session === session && request.agent === agent ? failAfter(act) : undefined))
}

const silentOr = (agent: string): string => (agent === 'plan' ? 'nothing' : `director ${agent}`)

const races = [
  ['ship', 'plan'],
  ['plan', 'ship'],
  ['ship', 'explore'],
  ['explore', 'ship'],
] as const

describe('a prompt of another agent lands between preparation and hook', () => {
  test.each(races)('a turn of %s, a prompt of %s', async (mine, other) => {
    const id = await openTitled(harness, mine)
    await harness.client.prompt(id, { agent: mine, text: landing(other) })
    const [raced, ...after] = turnsOf(harness, id)
    expect([raced?.agent, told(raced)]).toEqual([mine, silentOr(mine)])
    // What landed is a prompt like any other: a turn of its own may follow, and then all agree.
    for (const request of after) expect(told(request)).toBe(silentOr(String(request.agent)))
    expect(told(await served(harness, id, mine))).toBe(silentOr(mine))
  })

  test('neither binds a mode: both answers are silence', async () => {
    const id = await openTitled(harness, 'plan')
    await harness.client.prompt(id, { agent: 'plan', text: landing('custom') })
    expect(new Set(turnsOf(harness, id).map(told))).toEqual(new Set(['nothing']))
  })

  test('one without an agent selects the default agent', async () => {
    const id = await openTitled(harness, 'ship')
    await harness.client.prompt(id, { agent: 'ship', text: landing(null) })
    expect(told(turnsOf(harness, id)[0])).toBe('director ship')
  })
})

describe('where the request has no record of its own, a prompt of another agent that lands leaves a doubt, and both are named', () => {
  const withoutRecord = (id: string): void =>
    faults.set([{ path: `^/session/${id}/message$`, fault: { kind: 'without-open-message' } }])

  test.each(races)('a turn of %s, a prompt of %s between preparation and hook', async (mine, other) => {
    const id = await openTitled(harness, mine)
    withoutRecord(id)
    await harness.client.prompt(id, { agent: mine, text: landing(other) })
    expect(reasonOf(turnsOf(harness, id)[0])).toBe(conflict(named[other], named[mine]))
  })

  test('of which nothing was seen either, the stored records decide, and decline', async () => {
    const id = await openTitled(harness, 'ship')
    await served(harness, id, 'ship')
    withoutRecord(id)
    await harness.client.prompt(id, { agent: 'plan', text: unseen })
    expect(reasonOf(turnsOf(harness, id)[1])).toBe(
      "the session's agent is unknown (the call failed: no-witness), and the message records cannot stand in (agent `plan` was selected after `ship` answered)",
    )
  })
})

describe('a prompt of another agent lands while the provider is tried again', () => {
  test.each(races)('a turn of %s, a prompt of %s', async (mine, other) => {
    const id = await openTitled(harness, mine)
    failOnce(id, mine, () => harness.client.prompt(id, { agent: other, text: 'by the way', noReply: true }))
    await harness.client.prompt(id, { agent: mine, text: 'go on' })
    const [first, retried] = turnsOf(harness, id)
    expect([first?.agent, told(first)]).toEqual([mine, silentOr(mine)])
    expect([retried?.agent, told(retried)]).toEqual([mine, silentOr(mine)])
  })

  test("nor does a switch by the harness's v2 interface change the request that is tried again", async () => {
    const id = await openTitled(harness, 'ship')
    failOnce(id, 'ship', () => harness.client.switchAgent(id, 'plan'))
    await harness.client.prompt(id, { agent: 'ship', text: 'go on' })
    expect(turnsOf(harness, id).map(told)).toEqual(['director ship', 'director ship'])
  })

  test('nothing landed: both tries carry the same', async () => {
    const id = await openTitled(harness, 'ship')
    failOnce(id, 'ship', () => Promise.resolve())
    await harness.client.prompt(id, { agent: 'ship', text: 'go on' })
    const [first, retried] = turnsOf(harness, id)
    expect([told(first), retried?.message]).toEqual(['director ship', first?.message])
    expect(retried?.system).toEqual(first?.system)
  })
})

describe('a title request slips in between preparation and hook', () => {
  const order = (id: string): ReadonlyArray<string> =>
    gate
      .events()
      .filter(({ session }) => session === id)
      .map(({ at }) => at)

  test('the turn still has its witness, and the title gets no block', async () => {
    const id = await open(harness, 'ship')
    const request = await served(harness, id, 'ship', `${afterTitle} say where you are`)
    expect(order(id)).toEqual(['prepared', 'title-made', 'passed'])
    expect(told(request)).toBe('director ship')
    expect(
      systemText(await harness.model.waitFor(({ session, agent }) => session === id && agent === 'title')),
    ).not.toContain('Active mode')
  })

  test('a prompt that landed as well changes nothing', async () => {
    const id = await open(harness, 'ship')
    await harness.client.prompt(id, { agent: 'ship', text: `${landing('plan')} ${afterTitle}` })
    expect(order(id)).toEqual(['prepared', 'title-made', 'passed'])
    expect(told(turnsOf(harness, id)[0])).toBe('director ship')
  })
})

describe('sessions side by side', () => {
  test('each has a witness of its own, although all were prepared before any went out', async () => {
    const agents = ['ship', 'plan', 'quartermaster', 'explore', 'build', 'ship']
    const ids = await Promise.all(agents.map((agent) => openTitled(harness, agent)))
    await Promise.all(
      ids.map((id, place) =>
        harness.client.prompt(id, { agent: agents[place] ?? '', text: meeting('all', agents.length) }),
      ),
    )
    expect(gate.events().filter(({ at }) => at === 'gave-up')).toEqual([])
    expect(ids.map((id) => story(harness, id))).toEqual([
      ['ship: director ship'],
      ['plan: nothing'],
      ['quartermaster: director haul as quartermaster'],
      ['explore: director explore'],
      ['build: nothing'],
      ['ship: director ship'],
    ])
  })

  test('a prompt that lands in one is no matter of the other', async () => {
    const [one, other] = [await openTitled(harness, 'ship'), await openTitled(harness, 'ship')]
    const meet = meeting('two', 2)
    await Promise.all([
      harness.client.prompt(one, { agent: 'ship', text: `${landing('plan')} ${meet}` }),
      harness.client.prompt(other, { agent: 'ship', text: meet }),
    ])
    expect(told(turnsOf(harness, one)[0])).toBe('director ship')
    expect(story(harness, other)).toEqual(['ship: director ship'])
  })
})

test('a witness does not outlive its session, not even into one of the same id', async () => {
  const id = await openTitled(harness, 'ship')
  await served(harness, id, 'ship')
  // A request of which nothing was seen is told by its own record.
  await harness.client.prompt(id, { agent: 'plan', text: unseen })
  expect(story(harness, id)).toEqual(['ship: director ship', 'plan: nothing'])
  await served(harness, id, 'ship')

  // What the harness's `export` prints.
  writeFileSync(
    join(folder, 'session.json'),
    JSON.stringify({ info: await harness.client.getSession(id), messages: await harness.client.messages(id) }),
  )
  await harness.client.deleteSession(id)
  expect((await harness.client.raw('GET', `/session/${id}`)).status).toBe(404)
  expect((await runOnce({ stage: harness.stage, args: ['import', join(folder, 'session.json')] })).code).toBe(0)
  expect((await harness.client.getSession(id)).agent).toBe('ship')

  const before = requestsOf(harness, id).length
  await harness.client.prompt(id, { agent: 'plan', text: unseen })
  expect(
    requestsOf(harness, id)
      .slice(before)
      .map((request) => [request.agent, told(request)]),
  ).toEqual([['plan', 'nothing']])
})
