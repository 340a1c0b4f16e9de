import { afterEach, describe, expect, test } from 'vitest'
import { type Harness, strictRule, type WireRequest } from '@active-mode/lab/harness'
import { patient } from '../support/bootDirector.js'
import { openTitled, served, told } from '../support/life.js'
import { openDirector, type ProjectOptions } from '../support/openDirector.js'
import { blockOf, turnsOf } from '../support/wire.js'

const opened: Harness[] = []
const open = async (options: ProjectOptions = {}): Promise<Harness> => {
  const harness = await openDirector(options)
  opened.push(harness)
  return harness
}
afterEach(() => Promise.all(opened.splice(0).map((harness) => harness.stop())))

const separate = { ...patient, splice: 'separate' } as const

/** The system prompt without the harness's own line of the day, which is no matter of this plugin. */
const apartFromTheDay = ({ system }: WireRequest): string => JSON.stringify(system).replace(/Today's date: [^\\]*/, '')

describe('a provider that refuses a second system message', () => {
  test('takes every one of fifty turns, and its whole system prompt stays the same, so that it can be cached', async () => {
    const harness = await open()
    harness.model.respond(strictRule)
    const [ship, plan] = [await openTitled(harness, 'ship'), await openTitled(harness, 'plan')]
    const without = apartFromTheDay(await served(harness, plan, 'plan'))
    for (const turn of Array.from({ length: 50 }).keys()) {
      await served(harness, ship, 'ship', `turn ${String(turn)}`)
      if (turn % 10 === 0) await served(harness, plan, 'plan')
    }
    const requests = turnsOf(harness, ship)
    expect(requests).toHaveLength(50)
    expect(new Set(requests.map(({ system }) => system.length))).toEqual(new Set([1]))
    expect(new Set(requests.map(apartFromTheDay)).size).toBe(1)
    expect(told(requests[49])).toBe('director ship')
    expect(new Set(turnsOf(harness, plan).map(apartFromTheDay))).toEqual(new Set([without]))

    const project = await open({ options: separate })
    const { info } = await project.client.prompt(await openTitled(project, 'ship'), { agent: 'ship', text: 'go on' })
    expect(info.error, 'it refuses the block as an entry of its own').toMatchObject({
      name: 'APIError',
      data: { statusCode: 400 },
    })
    await served(project, await openTitled(project, 'plan'), 'plan')
  })
})

test('a provider that takes several system messages gets the block as one of its own, where a person wants that', async () => {
  const harness = await open({ options: separate })
  const id = await openTitled(harness, 'ship')
  const requests = [await served(harness, id, 'ship'), await served(harness, id, 'ship')]
  for (const request of requests) {
    expect(request.system).toHaveLength(2)
    expect(request.system[1]).toBe(blockOf(request))
  }
  expect(apartFromTheDay(requests[1] as WireRequest)).toBe(apartFromTheDay(requests[0] as WireRequest))
  expect((await served(harness, id, 'plan')).system).toHaveLength(1)
})
