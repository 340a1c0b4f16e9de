import { rm } from 'node:fs/promises'
import { join } from 'node:path'

import { describe, expect, test, vi } from 'vitest'

import { readRegistryOnce } from '../../../../src/live/registry/readRegistryOnce.js'
import { memoryOf, remember } from '../../../../src/live/registry/RegistryMemory.js'
import { brokenNamed, changeRegistry, modeNamed, scratch, sourceAt, staged, stageRegistry } from '../scratch.js'

const stageThree = async () => stageRegistry(join(await scratch(), 'modes'), { fixture: 'three-modes' })

describe('what this process has seen', () => {
  test('a bundle that is gone is broken with the claims it had, for as long as the process lives', async () => {
    const root = await stageThree()
    const source = sourceAt(root)
    await source.snapshot()
    await changeRegistry(root, { remove: 'haul' })
    const vanished = { why: 'vanished', claims: ['quartermaster', 'porter', 'hauler'] }
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
    expect(brokenNamed(staged(await source.snapshot()), 'haul')).toMatchObject({ why: 'vanished', claims: ['quartermaster', 'porter', 'hauler'] })
  })

  test('a bundle that loses its agent keeps the claims it was seen to make', async () => {
    const root = await stageThree()
    const source = sourceAt(root)
    await source.snapshot()
    await changeRegistry(root, { replace: 'haul/mode.toml', from: 'agent = "quartermaster"\n', to: '' })
    expect(brokenNamed(staged(await source.snapshot()), 'haul')?.claims?.toSorted()).toEqual(['haul', 'hauler', 'porter', 'quartermaster'])
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

  test('a half bundle that is cleared away may have claimed anybody, so that nobody unclaimed is silent', async () => {
    const root = await stageThree()
    const source = sourceAt(root)
    await changeRegistry(root, { write: 'half/card.md', text: 'x' })
    expect(brokenNamed(staged(await source.snapshot()), 'half')).toMatchObject({ why: 'no-manifest', claims: null })
    await changeRegistry(root, { remove: 'half' })
    expect(brokenNamed(staged(await source.snapshot()), 'half')).toMatchObject({ why: 'vanished', claims: null })
  })

  test('is shared by two copies of the code, and neither loses what the other saw', async () => {
    const root = await stageThree()
    const ours = sourceAt(root)
    await changeRegistry(root, { remove: 'explore' })
    await ours.snapshot()
    vi.resetModules()
    const copy = await import('../../../../src/live/registry/createRegistrySource.js')
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
    remember(memoryOf(source.root.path), 'lug', ['lugger'])
    const second = await source.snapshot()
    expect(second).not.toBe(first)
    expect(brokenNamed(staged(second), 'lug')).toMatchObject({ why: 'vanished', claims: ['lugger'] })
  })

  test('survives somebody else under its key', () => {
    const key = Symbol.for('@active-mode/registry-memory/1')
    const before: unknown = Reflect.get(globalThis, key)
    try {
      for (const stranger of [7, 'x', {}, new Map([['/r', 7]]), new Map([['/r', { seen: true, bundles: new Map([['a', 'b']]), revision: 0 }]])]) {
        Reflect.defineProperty(globalThis, key, { value: stranger, configurable: true, writable: true })
        expect(memoryOf('/r')).toEqual({ seen: false, bundles: new Map(), revision: 0 })
      }
    } finally {
      Reflect.defineProperty(globalThis, key, { value: before, configurable: true, writable: true })
    }
  })

  test('is nothing to a tool that looks once', async () => {
    const root = await stageThree()
    await sourceAt(root).snapshot()
    await changeRegistry(root, { remove: 'haul' }, { write: 'notes/x.md', text: '' }, { replace: 'ship/mode.toml', from: 'mode = ', to: 'moed = 1\nmode = ' })
    expect(await readRegistryOnce({ path: root, namedByOption: true })).toMatchObject({
      bundle: { broken: [], modes: { length: 2 } },
      ignored: ['notes'],
      unknownKeys: ['ship/mode.toml: moed'],
      stagerAtWork: false,
      capped: false,
    })
  })
})
