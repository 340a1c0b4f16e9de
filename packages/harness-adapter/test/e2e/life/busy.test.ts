import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Harness } from '@active-mode/lab/harness'
import { open, story } from '../support/life.js'
import { openDirector } from '../support/openDirector.js'
import { blockOf, turnsOf } from '../support/wire.js'

let harness: Harness

beforeAll(async () => {
  harness = await openDirector()
})
afterAll(() => harness.stop())

test('eight sessions at once, each with a title of its own, tools and several turns: every director is told what it is, no other anything', async () => {
  const expected = {
    ship: 'ship: director ship',
    explore: 'explore: director explore',
    quartermaster: 'quartermaster: director haul as quartermaster',
    porter: 'porter: director haul as porter',
    plan: 'plan: nothing',
    build: 'build: nothing',
    custom: 'custom: nothing',
    haul: 'haul: nothing',
  }
  // Every third answer calls a tool, so that turns of one and of two requests interleave.
  let answers = 0
  harness.model.respond(({ agent }) => {
    if (agent === 'title') return undefined
    answers += 1
    return answers % 3 === 0 ? { kind: 'tools', calls: [{ name: 'glob', arguments: { pattern: '*' } }] } : undefined
  })
  const sessions = await Promise.all(
    Object.entries(expected).map(async ([agent, line]) => {
      const id = await open(harness, agent)
      for (const text of ['one', 'two', 'three', 'four']) {
        const { info } = await harness.client.prompt(id, { agent, text })
        expect(info.error).toBeUndefined()
      }
      return { id, line }
    }),
  )
  for (const { id, line } of sessions) {
    const lines = story(harness, id)
    expect(lines.length).toBeGreaterThanOrEqual(4)
    expect(new Set(lines)).toEqual(new Set([line]))
    if (!line.endsWith('nothing')) expect(new Set(turnsOf(harness, id).map(blockOf)).size).toBe(1)
  }
  for (const { id } of sessions) {
    const title = await harness.model.waitFor(({ session, agent }) => session === id && agent === 'title')
    expect(title.system.join('\n')).not.toContain('## Active mode')
  }
})
