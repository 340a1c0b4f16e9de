import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { memoryOf } from '../../../../src/registry/live/processMemory.js'
import { readRegistryOnce } from '../../../../src/registry/live/readRegistryOnce.js'
import { brokenNamed, changeRegistry, modeNamed, scratch, sourceAt, staged, stageRegistry } from '../scratch.js'

const stageThree = async () => stageRegistry(join(await scratch(), 'modes'), { fixture: 'three-modes' })

describe('what this process has seen', () => {
  test('a bundle that is gone is broken with the claims it had, for as long as the process lives', async () => {
    const root = await stageThree()
    const source = sourceAt(root)
    await source.snapshot()
    await changeRegistry(root, { remove: 'haul' })
    const vanished = { why: 'vanished', claims: ['quartermaster', 'hauler', 'porter'] }
    expect(brokenNamed(staged(await source.snapshot()), 'haul')).toMatchObject(vanished)
    expect(brokenNamed(staged(await sourceAt(root).snapshot()), 'haul')).toMatchObject(vanished)
    await stageRegistry(root, { fixture: 'three-modes' })
    expect(staged(await source.snapshot())).toMatchObject({ broken: [], modes: { length: 3 } })
  })

  test('a bundle that lost all three of its files has vanished too', async () => {
    const root = await stageThree()
    const source = sourceAt(root)
    await source.snapshot()
    await changeRegistry(root, { remove: 'haul/mode.toml' }, { remove: 'haul/pack.toml' }, { remove: 'haul/card.md' })
    expect(brokenNamed(staged(await source.snapshot()), 'haul')).toMatchObject({
      why: 'vanished',
      claims: ['quartermaster', 'hauler', 'porter'],
    })
  })

  test('a bundle that loses its agent keeps the claims it was seen to make', async () => {
    const root = await stageThree()
    const source = sourceAt(root)
    await source.snapshot()
    await changeRegistry(root, { replace: 'haul/mode.toml', from: 'agent = "quartermaster"\n', to: '' })
    expect(brokenNamed(staged(await source.snapshot()), 'haul')?.claims?.toSorted()).toEqual([
      'haul',
      'hauler',
      'porter',
      'quartermaster',
    ])
  })

  test('a renamed folder binds under its new name, and the old name alarms nobody whom the new one binds', async () => {
    const root = await stageThree()
    const source = sourceAt(root)
    await source.snapshot()
    await changeRegistry(root, { remove: 'haul' })
    await stageRegistry(join(root, 'tmp'), { fixture: 'three-modes' })
    await changeRegistry(root, { replace: 'tmp/haul/mode.toml', from: 'mode = "haul"', to: 'mode = "tow"' })
    const { rename } = await import('node:fs/promises')
    await rename(join(root, 'tmp/haul'), join(root, 'tow'))
    await rm(join(root, 'tmp'), { recursive: true })
    expect(modeNamed(staged(await source.snapshot()), 'tow')?.agent).toBe('quartermaster')
  })

  test('a bundle that loses its agent and everything that shows it was whole is known by its name, too', async () => {
    const root = await stageThree()
    const source = sourceAt(root)
    await source.snapshot()
    await changeRegistry(root, { write: 'haul/mode.toml', text: 'schema_version = "1"\nmode = "haul"\n' })
    expect(brokenNamed(staged(await source.snapshot()), 'haul')?.claims?.toSorted()).toEqual([
      'haul',
      'hauler',
      'porter',
      'quartermaster',
    ])
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
    const root = await stageThree()
    const source = sourceAt(root)
    await source.snapshot()
    await changeRegistry(root, { write: 'haul/mode.toml', text })
    expect(brokenNamed(staged(await source.snapshot()), 'haul')?.claims?.toSorted()).toEqual([
      'carrier',
      'hauler',
      'porter',
      'quartermaster',
    ])
    await changeRegistry(root, { write: 'haul/mode.toml', text: '@' })
    expect(brokenNamed(staged(await source.snapshot()), 'haul')?.claims?.toSorted()).toEqual([
      'carrier',
      'hauler',
      'porter',
      'quartermaster',
    ])
  })

  test('what could be read of a bundle that never could be read to its end does not make its claims known', async () => {
    const root = await stageThree()
    const source = sourceAt(root)
    await changeRegistry(root, { write: 'lug/mode.toml', text: 'mode = "lug"\nagent = "lugger"\nca' })
    expect(brokenNamed(staged(await source.snapshot()), 'lug')).toMatchObject({ claims: null })
    await changeRegistry(root, { write: 'lug/mode.toml', text: 'mode = "lug"\nagent = "lugger"\nca\n@' })
    expect(brokenNamed(staged(await source.snapshot()), 'lug')).toMatchObject({ claims: null })
  })

  test('a whole reading replaces it: a renamed agent is free again when the bundle breaks or vanishes', async () => {
    const root = await stageThree()
    const source = sourceAt(root)
    await source.snapshot()
    await changeRegistry(root, { replace: 'explore/mode.toml', from: 'agent = "explore"', to: 'agent = "ranger"' })
    await source.snapshot()
    await changeRegistry(root, { remove: 'explore' })
    expect(brokenNamed(staged(await source.snapshot()), 'explore')).toMatchObject({
      why: 'vanished',
      claims: ['ranger'],
    })
  })

  test('a half bundle is named while it stands, and forgotten when it is cleared away', async () => {
    const root = await stageThree()
    const source = sourceAt(root)
    await changeRegistry(root, { write: 'half/card.md', text: 'x' })
    expect(brokenNamed(staged(await source.snapshot()), 'half')).toMatchObject({ why: 'no-manifest', claims: null })
    await changeRegistry(root, { remove: 'half' })
    expect(staged(await source.snapshot()).broken).toEqual([])
    expect(staged(await sourceAt(root).snapshot()).broken).toEqual([])
  })

  test('a bundle that never was whole leaves nothing behind, though it could say what it claims', async () => {
    const root = await stageThree()
    const source = sourceAt(root)
    await changeRegistry(root, {
      write: 'old/mode.toml',
      text: 'schema_version = "1"\nmode = "old"\n[consumer_floors]\nplugin = "1"\n',
    })
    expect(brokenNamed(staged(await source.snapshot()), 'old')).toMatchObject({ why: 'invalid', claims: ['old'] })
    await changeRegistry(root, { remove: 'old' })
    expect(staged(await source.snapshot()).broken).toEqual([])
  })

  test('is shared by two copies of the code, and neither loses what the other saw', async () => {
    const root = await stageThree()
    const ours = sourceAt(root)
    await changeRegistry(root, { remove: 'explore' })
    await ours.snapshot()
    vi.resetModules()
    const copy = await import('../../../../src/registry/live/createRegistrySource.js')
    const theirs = copy.createRegistrySource({ option: root, env: {} })
    await stageRegistry(root)
    expect(staged(await theirs.snapshot()).broken).toEqual([])
    await changeRegistry(root, { remove: 'explore' }, { remove: 'haul' })
    const expected = ['explore', 'haul']
    expect(staged(await ours.snapshot()).broken.map(({ directory }) => directory)).toEqual(expected)
    expect(staged(await theirs.snapshot()).broken.map(({ directory }) => directory)).toEqual(expected)
  })

  test('what another copy saw shows on the next request, though nothing changed on disk', async () => {
    const root = await stageThree()
    const source = sourceAt(root)
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
    const root = await stageThree()
    await sourceAt(root).snapshot()
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
