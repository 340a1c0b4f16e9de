import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Harness } from '@active-mode/lab/harness'
import { openTitled, served, told } from './life.js'
import { openDirector } from './openDirector.js'
import { requestsOf } from './wire.js'

let harness: Harness

beforeAll(async () => {
  harness = await openDirector()
})
afterAll(() => harness.stop())

test('projects of one process have a log of their own from when they were opened, and a registry of their own where they ask for one', async () => {
  const id = await openTitled(harness, 'ship')
  expect(told(await served(harness, id, 'ship'))).toBe('director ship')
  const other = await openDirector({ ownRegistry: true })
  try {
    expect([other.pid, other.url]).toEqual([harness.pid, harness.url])
    const theirs = await openTitled(other, 'ship')
    expect(told(await served(other, theirs, 'ship'))).toBe('director ship')
    expect(harness.logs()).toContain(id)
    expect(other.logs()).not.toContain(id)
    expect(() => harness.registryDir).toThrow('would disturb')
    expect(other.registryDir).toContain(other.home)
  } finally {
    await other.stop()
  }
})

test('the end of the last project in use leaves the process running, and its model without rules and requests', async () => {
  const id = await openTitled(harness, 'ship')
  harness.model.respond(() => ({ kind: 'error', status: 400 }))
  harness.model.once(({ session }) => (session === 'another' ? { kind: 'hang' } : undefined))
  const { pid } = harness
  await harness.stop()
  harness = await openDirector()
  expect(harness.pid).toBe(pid)
  expect(requestsOf(harness, id)).toEqual([])
  expect(told(await served(harness, await openTitled(harness, 'plan'), 'plan'))).toBe('nothing')
})
