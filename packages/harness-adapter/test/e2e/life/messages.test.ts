import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  allDisturbances,
  createCompactionWindow,
  createDisturber,
  type Disturbance,
  type Disturber,
} from '@active-mode/lab/faults'
import { failAfter, type Harness } from '@active-mode/lab/harness'
import { scratchFolder } from '../support/bootDirector.js'
import { eventually, openTitled, served, told } from '../support/life.js'
import { openDirector } from '../support/openDirector.js'
import { linesOf, turnsOf } from '../support/wire.js'

const folder = scratchFolder()
const earlier = createDisturber('earlier', join(folder, 'earlier'))
const later = createDisturber('later', join(folder, 'later'))
const window = createCompactionWindow(join(folder, 'window'))

let harness: Harness

beforeAll(async () => {
  harness = await openDirector({ plugins: [window.plugin, earlier.plugin], later: [later.plugin] })
})
afterAll(() => harness.stop())
afterEach(() => {
  earlier.set(null)
  later.set(null)
})

const due = (agent: string): string => (agent === 'plan' ? 'nothing' : `director ${agent}`)

const places: ReadonlyArray<readonly [string, Disturber, ReadonlyArray<Disturbance>]> = [
  ['before', earlier, allDisturbances],
  ['after', later, ['strip-all', 'push-a-newer-one']],
]

describe.each(places)('a plugin %s this one disturbs the messages', (_, disturber, disturbances) => {
  // Sessions of many turns, all told rightly before: the messages of every earlier disturbance are still there.
  const sessions = { director: '', copilot: '', 'ship after plan': '', 'plan after ship': '' }

  beforeAll(async () => {
    for (const [name, agents] of [
      ['director', ['ship']],
      ['copilot', ['plan']],
      ['ship after plan', ['plan', 'ship']],
      ['plan after ship', ['ship', 'plan']],
    ] as const) {
      sessions[name] = await openTitled(harness, agents[0])
      for (const agent of agents) expect(told(await served(harness, sessions[name], agent))).toBe(due(agent))
    }
  })

  describe.each(disturbances)('%s', (disturbance) => {
    test('every turn of a director and of a copilot is told what it is, then and afterwards', async () => {
      const { director, copilot } = sessions
      for (const set of [disturbance, disturbance, null] as const) {
        disturber.set(set)
        expect(told(await served(harness, director, 'ship'))).toBe('director ship')
        expect(told(await served(harness, copilot, 'plan'))).toBe('nothing')
      }
    })

    test.each([
      ['ship', 'plan', 'ship after plan'],
      ['plan', 'ship', 'plan after ship'],
    ] as const)(
      'a retried turn of %s is told what it is, although a note of %s has landed and turns of both were before',
      async (mine, other, session) => {
        const id = sessions[session]
        await served(harness, id, other)
        disturber.set(disturbance)
        const before = turnsOf(harness, id).length
        harness.model.once((request) =>
          request.session === id && request.agent === mine
            ? failAfter(() => harness.client.prompt(id, { agent: other, text: 'by the way', noReply: true }))
            : undefined,
        )
        await harness.client.prompt(id, { agent: mine, text: 'go on' })
        const [first, retried] = turnsOf(harness, id).slice(before)
        expect([first, retried].map((request) => [request?.agent, told(request)])).toEqual([
          [mine, due(mine)],
          [mine, due(mine)],
        ])
      },
    )
  })
})

test('what settles it is the record of the request itself, and the stamp says so', async () => {
  const id = await openTitled(harness, 'ship')
  expect(linesOf(await served(harness, id, 'ship'), 'stamp:')[0]).toContain(' via=session-info ')
  earlier.set('strip-all')
  expect(linesOf(await served(harness, id, 'ship'), 'stamp:')[0]).toContain(' via=request ')
})

describe('a prompt arrives while a compaction waits for another plugin, so that the harness lists an old turn last', () => {
  /** Turns of `former`, then a compaction, and in its window a prompt of `mine`; the turns that follow the compaction. */
  const promptInWindow = async (former: string, mine: string) => {
    const id = await openTitled(harness, former)
    await served(harness, id, former)
    await served(harness, id, former)
    const before = turnsOf(harness, id).length
    window.close()
    const compacting = harness.client.summarize(id, {})
    await window.entered()
    const prompted = harness.client.prompt(id, { agent: mine, text: 'in the window' })
    await eventually('the prompt is stored', async () =>
      (await harness.client.messages(id)).some(({ info }) => info.role === 'user' && info.agent === mine),
    )
    window.open()
    await Promise.allSettled([compacting, prompted])
    return { id, turns: () => turnsOf(harness, id).slice(before) }
  }

  test.each([
    ['plan', 'ship'],
    ['ship', 'plan'],
  ])('after turns of %s a turn of %s is told what it is', async (former, mine) => {
    const { turns } = await promptInWindow(former, mine)
    expect(turns().length).toBeGreaterThan(0)
    expect(turns().map((request) => [request.agent, told(request)])).toEqual(turns().map(() => [mine, due(mine)]))
  })

  test.each([
    ['plan', 'ship'],
    ['ship', 'plan'],
  ])('and so it is where a note of %s lands while the provider is tried again', async (former, mine) => {
    harness.model.once((request) =>
      request.agent === mine
        ? failAfter(() =>
            harness.client.prompt(String(request.session), { agent: former, text: 'by the way', noReply: true }),
          )
        : undefined,
    )
    const { turns } = await promptInWindow(former, mine)
    expect(turns().length).toBeGreaterThan(1)
    expect(
      turns()
        .slice(0, 2)
        .map((request) => [request.agent, told(request)]),
    ).toEqual([
      [mine, due(mine)],
      [mine, due(mine)],
    ])
  })
})
