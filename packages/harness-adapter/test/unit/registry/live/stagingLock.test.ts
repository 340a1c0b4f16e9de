import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { brokenNamed, changeRegistry, scratch, sourceAt, staged, stageRegistry } from '../scratch.js'

const start = Date.parse('2026-11-30T12:00:00Z')

const lock = (heartbeat: unknown = new Date(start).toISOString(), ttl: unknown = 30_000) =>
  ({ write: '.staging-lock.json', text: JSON.stringify({ heartbeat_at: heartbeat, ttl_ms: ttl, pid: 1 }) }) as const

/** A registry in the middle of being staged, and a source with a clock that the test moves. */
const staging = async (change: Parameters<typeof changeRegistry>[1] | null) => {
  const root = await stageRegistry(join(await scratch(), 'modes'), {
    changes: [{ remove: 'ship/mode.toml' }, { remove: 'explore/pack.toml' }, ...(change === null ? [] : [change])],
  })
  const clock = { now: start + 1_000 }
  const source = sourceAt(root, { now: () => clock.now })
  return { root, clock, look: async () => staged(await source.snapshot()) }
}

describe('a stager at work', () => {
  test.each([
    ['an ISO heartbeat', lock()],
    ['a heartbeat in milliseconds', lock(start)],
    ['a heartbeat of a clock that is a little ahead', lock(start + 10_000)],
  ])('is told by a live lock with %s', async (_, change) => {
    const { look } = await staging(change)
    const registry = await look()
    expect(brokenNamed(registry, 'ship')).toMatchObject({
      why: 'staging',
      claims: null,
      detail: expect.stringContaining('.staging-lock.json') as string,
    })
    expect(registry.modes[0]?.pack).toMatchObject({
      why: 'absent',
      detail: expect.stringContaining('.staging-lock.json') as string,
    })
  })

  test.each([
    ['there is no lock', null],
    ['its heartbeat is older than its time to live', lock(start - 60_000)],
    ['its heartbeat is far in the future', lock(start + 60_000)],
    ['it is no JSON', { write: '.staging-lock.json', text: '{' }],
    ['it is empty', { write: '.staging-lock.json', text: '' }],
    ['it is null', { write: '.staging-lock.json', text: 'null' }],
    ['it has no time to live', lock(start, null)],
    ['its heartbeat is no time', lock('soon')],
    ['it is a folder', { write: '.staging-lock.json/x', text: '' }],
  ])('is not believed in where %s', async (_, change) => {
    const { look } = await staging(change)
    expect(brokenNamed(await look(), 'ship')).toMatchObject({
      why: 'no-manifest',
      claims: null,
      detail: 'mode.toml: there is no such file',
    })
  })

  test('dies with its heartbeat, though nothing changes on disk, and says the same until then', async () => {
    const { clock, look } = await staging(lock())
    const first = await look()
    clock.now = start + 29_999
    expect(await look()).toBe(first)
    clock.now = start + 30_000
    expect(brokenNamed(await look(), 'ship')?.why).toBe('no-manifest')
  })

  test('beats without a change to the snapshot, and is noticed when it comes and goes', async () => {
    const { root, clock, look } = await staging(null)
    expect(brokenNamed(await look(), 'ship')?.why).toBe('no-manifest')
    await changeRegistry(root, lock())
    const first = await look()
    expect(brokenNamed(first, 'ship')?.why).toBe('staging')
    await changeRegistry(root, lock(start + 20_000))
    clock.now = start + 40_000
    expect(await look()).toBe(first)
    await changeRegistry(root, { remove: '.staging-lock.json' })
    expect(brokenNamed(await look(), 'ship')?.why).toBe('no-manifest')
  })
})
