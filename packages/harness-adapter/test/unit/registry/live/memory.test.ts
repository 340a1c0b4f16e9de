import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { memoryOf } from '../../../../src/registry/live/processMemory.js'
import { readRegistryOnce } from '../../../../src/registry/live/readRegistryOnce.js'
import {
  brokenNamed,
  changeRegistry,
  modeNamed,
  readAt,
  readFrom,
  scratch,
  sourceAt,
  staged,
  stageRegistry,
} from '../scratch.js'

/** A registry of three modes, and a source that has not looked at it yet. */
const stageThree = async () => {
  const root = await stageRegistry(join(await scratch(), 'modes'), { fixture: 'three-modes' })
  return { root, source: sourceAt(root) }
}

/** The same, seen once. */
const seeThree = async () => {
  const three = await stageThree()
  await three.source.snapshot()
  return three
}

const claimsOf = async (source: ReturnType<typeof sourceAt>, name: string) =>
  brokenNamed(await readFrom(source), name)?.claims?.toSorted()

describe('what this process has seen', () => {
  const vanished = { why: 'vanished', claims: ['quartermaster', 'hauler', 'porter'] }

  test('a bundle that is gone is broken with the claims it had, for as long as the process lives', async () => {
    const { root, source } = await seeThree()
    await changeRegistry(root, { remove: 'haul' })
    expect(brokenNamed(await readFrom(source), 'haul')).toMatchObject(vanished)
    expect(brokenNamed(await readAt(root), 'haul')).toMatchObject(vanished)
    await stageRegistry(root, { fixture: 'three-modes' })
    expect(await readFrom(source)).toMatchObject({ broken: [], modes: { length: 3 } })
  })

  test('a bundle that lost all three of its files has vanished too', async () => {
    const { root, source } = await seeThree()
    await changeRegistry(root, { remove: 'haul/mode.toml' }, { remove: 'haul/pack.toml' }, { remove: 'haul/card.md' })
    expect(brokenNamed(await readFrom(source), 'haul')).toMatchObject(vanished)
  })

  test('a bundle that loses its agent keeps the claims it was seen to make', async () => {
    const { root, source } = await seeThree()
    await changeRegistry(root, { replace: 'haul/mode.toml', from: 'agent = "quartermaster"\n', to: '' })
    expect(await claimsOf(source, 'haul')).toEqual(['haul', 'hauler', 'porter', 'quartermaster'])
  })

  test('a renamed folder binds under its new name, and the old name alarms nobody whom the new one binds', async () => {
    const { root, source } = await seeThree()
    await changeRegistry(root, { remove: 'haul' })
    await stageRegistry(join(root, 'tmp'), { fixture: 'three-modes' })
    await changeRegistry(root, { replace: 'tmp/haul/mode.toml', from: 'mode = "haul"', to: 'mode = "tow"' })
    await rename(join(root, 'tmp/haul'), join(root, 'tow'))
    await rm(join(root, 'tmp'), { recursive: true })
    expect(modeNamed(await readFrom(source), 'tow')?.agent).toBe('quartermaster')
  })

  test('a bundle that loses its agent and everything that shows it was whole is known by its name, too', async () => {
    const { root, source } = await seeThree()
    await changeRegistry(root, { write: 'haul/mode.toml', text: 'schema_version = "1"\nmode = "haul"\n' })
    expect(await claimsOf(source, 'haul')).toEqual(['haul', 'hauler', 'porter', 'quartermaster'])
  })

  test.each([
    ['ends in the middle of a key', 'schema_version = "1"\nmode = "haul"\nagent = "carrier"\nca'],
    [
      'holds an error above it',
      'schema_version = "1\nmode = "haul"\nagent = "carrier"\n[consumer_floors]\nplugin = "1"\n',
    ],
    ['has a key twice', 'mode = "haul"\nmode = "haul"\nagent = \'carrier\'\n'],
    ['has another format', 'schema_version = "2"\nmode = "haul"\nagent = "carrier"\n'],
    ['ends in NULs', `schema_version = "1"\nmode = "haul"\nagent = "carrier"\n${'\0'.repeat(64)}`],
  ])('a new agent in a manifest that %s is claimed beside those that were seen', async (_, text) => {
    const { root, source } = await seeThree()
    for (const torn of [text, '@']) {
      await changeRegistry(root, { write: 'haul/mode.toml', text: torn })
      expect(await claimsOf(source, 'haul')).toEqual(['carrier', 'hauler', 'porter', 'quartermaster'])
    }
  })

  test('what could be read of a bundle that never could be read to its end does not make its claims known', async () => {
    const { root, source } = await stageThree()
    await changeRegistry(root, { write: 'lug/mode.toml', text: 'mode = "lug"\nagent = "lugger"\nca' })
    expect(brokenNamed(await readFrom(source), 'lug')).toMatchObject({ claims: null })
    await changeRegistry(root, { write: 'lug/mode.toml', text: 'mode = "lug"\nagent = "lugger"\nca\n@' })
    expect(brokenNamed(await readFrom(source), 'lug')).toMatchObject({ claims: null })
  })

  test('a whole reading replaces it: a renamed agent is free again when the bundle breaks or vanishes', async () => {
    const { root, source } = await seeThree()
    await changeRegistry(root, { replace: 'explore/mode.toml', from: 'agent = "explore"', to: 'agent = "ranger"' })
    await source.snapshot()
    await changeRegistry(root, { remove: 'explore' })
    expect(brokenNamed(await readFrom(source), 'explore')).toMatchObject({ why: 'vanished', claims: ['ranger'] })
  })

  test('a half bundle is named while it stands, and forgotten when it is cleared away', async () => {
    const { root, source } = await stageThree()
    await changeRegistry(root, { write: 'half/card.md', text: 'x' })
    expect(brokenNamed(await readFrom(source), 'half')).toMatchObject({ why: 'no-manifest', claims: null })
    await changeRegistry(root, { remove: 'half' })
    expect((await readFrom(source)).broken).toEqual([])
    expect((await readAt(root)).broken).toEqual([])
  })

  test('a bundle that never was whole leaves nothing behind, though it could say what it claims', async () => {
    const { root, source } = await stageThree()
    const text = 'schema_version = "1"\nmode = "old"\n[consumer_floors]\nplugin = "1"\n'
    await changeRegistry(root, { write: 'old/mode.toml', text })
    expect(brokenNamed(await readFrom(source), 'old')).toMatchObject({ why: 'invalid', claims: ['old'] })
    await changeRegistry(root, { remove: 'old' })
    expect((await readFrom(source)).broken).toEqual([])
  })

  test('is shared by two copies of the code, and neither loses what the other saw', async () => {
    const { root, source: ours } = await stageThree()
    await changeRegistry(root, { remove: 'explore' })
    await ours.snapshot()
    vi.resetModules()
    const copy = await import('../../../../src/registry/live/createRegistrySource.js')
    const theirs = copy.createRegistrySource({ option: root, env: {} })
    await stageRegistry(root)
    expect((await readFrom(theirs)).broken).toEqual([])
    await changeRegistry(root, { remove: 'explore' }, { remove: 'haul' })
    for (const source of [ours, theirs])
      expect((await readFrom(source)).broken.map(({ directory }) => directory)).toEqual(['explore', 'haul'])
  })

  test('what another copy saw shows on the next request, though nothing changed on disk', async () => {
    const { root, source } = await stageThree()
    const first = await source.snapshot()
    memoryOf(root).bundles.set('lug', { claims: ['lugger'], isKnown: true, wasWhole: true })
    memoryOf(root).revision += 1
    const second = await source.snapshot()
    expect(second).not.toBe(first)
    expect(brokenNamed(staged(second), 'lug')).toMatchObject({ why: 'vanished', claims: ['lugger'] })
  })

  test('survives somebody else under its key', () => {
    const key = Symbol.for('@active-mode/registry-memory/2')
    const before: unknown = Reflect.get(globalThis, key)
    try {
      for (const stranger of [
        7,
        'x',
        {},
        new Map([['/r', 7]]),
        new Map([['/r', { seen: true, bundles: new Map([['a', 'b']]), file: null, revision: 0 }]]),
        new Map([['/r', { seen: true, bundles: new Map(), file: 1, revision: 0 }]]),
      ]) {
        Reflect.defineProperty(globalThis, key, { value: stranger, configurable: true, writable: true })
        expect(memoryOf('/r')).toEqual({ seen: false, bundles: new Map(), file: null, revision: 0 })
      }
    } finally {
      Reflect.defineProperty(globalThis, key, { value: before, configurable: true, writable: true })
    }
  })

  test('is nothing to a tool that looks once', async () => {
    const { root } = await seeThree()
    await changeRegistry(
      root,
      { remove: 'haul' },
      { write: 'notes/x.md', text: '' },
      { replace: 'ship/mode.toml', from: 'mode = ', to: 'moed = 1\nmode = ' },
    )
    expect(await readRegistryOnce({ path: root, namedByOption: true })).toMatchObject({
      bundle: {
        broken: [
          { directory: 'active-mode.toml', claims: ['hauler'] },
          { directory: 'active-mode.toml', claims: ['porter'] },
        ],
        modes: { length: 2 },
      },
      ignored: ['notes'],
      unknownKeys: ['ship/mode.toml: moed'],
      stagerAtWork: false,
      capped: false,
    })
  })
})
