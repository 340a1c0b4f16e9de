import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createMeddler } from '@active-mode/lab/faults'
import type { Harness } from '@active-mode/lab/harness'
import { scratchFolder } from '../support/bootDirector.js'
import { eventually, open, openTitled, served, told } from '../support/life.js'
import { openDirector } from '../support/openDirector.js'
import { requestsOf } from '../support/wire.js'

// A person has hidden a director from the list of agents, and another plugin shortens the system prompt by its environment section.

const folder = scratchFolder()
const shortener = createMeddler('shortener', join(folder, 'shortener'))
let harness: Harness

beforeAll(async () => {
  harness = await openDirector({ plugins: [shortener.plugin], config: { agent: { ship: { hidden: true } } } })
  const { body } = await harness.client.raw('GET', '/agent')
  expect(body).toContainEqual(expect.objectContaining({ name: 'ship', mode: 'primary', hidden: true }))
})
afterAll(() => harness.stop())
afterEach(() => shortener.set(null))

const confirmations = (id: string): ReadonlyArray<boolean | null> =>
  readFileSync(join(harness.stateDir, 'active-mode', 'decisions', `${id}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).confirmed)

test.each([
  ['as it is', null],
  ['without its environment section', 'strip-environment'],
] as const)('a hidden director gets its block and is confirmed, with the system prompt %s', async (_, meddling) => {
  shortener.set(meddling)
  const id = await openTitled(harness, 'ship')
  for (let turn = 0; turn < 3; turn += 1) expect(told(await served(harness, id, 'ship'))).toBe('director ship')
  await harness.client.summarize(id, { auto: true })
  expect(
    requestsOf(harness, id)
      .filter(({ agent }) => agent === 'compaction')
      .map(told),
  ).toEqual(['nothing'])
  expect(told(await served(harness, id, 'ship'))).toBe('director ship')
  await eventually('five decisions', () => confirmations(id).length === 5)
  expect(confirmations(id)).toEqual([true, true, true, true, true])
})

test('a title that is asked for without an environment section gets no block', async () => {
  shortener.set('strip-environment')
  const id = await open(harness, 'ship')
  expect(told(await served(harness, id, 'ship'))).toBe('director ship')
  expect(told(await harness.model.waitFor(({ session, agent }) => session === id && agent === 'title'))).toBe('nothing')
})
