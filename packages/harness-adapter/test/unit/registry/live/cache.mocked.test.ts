import { utimesSync, writeFileSync } from 'node:fs'
import type * as Promises from 'node:fs/promises'
import { rename, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { changeRegistry, modeNamed, passTick, scratch, sourceAt, staged, stageRegistry } from '../scratch.js'

/** What the reader opened and listed, by path. */
const touched = vi.hoisted(() => ({ opened: [] as string[], listed: [] as string[] }))

vi.mock('node:fs/promises', async (importOriginal) => {
  const real = await importOriginal<typeof Promises>()
  return {
    ...real,
    open: (...args: Parameters<typeof real.open>) => {
      touched.opened.push(String(args[0]))
      return real.open(...args)
    },
    readdir: (...args: Parameters<typeof real.readdir>) => {
      touched.listed.push(String(args[0]))
      return real.readdir(...args)
    },
  }
})

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

const forget = () => {
  touched.opened.length = 0
  touched.listed.length = 0
}

beforeEach(forget)

/** A registry that is old enough for its stamps to vouch for it, and a source that has read it. */
const settled = async (copies?: number) => {
  const root = await stageRegistry(join(await scratch(), 'modes'), copies === undefined ? {} : { copies })
  await passTick()
  const source = sourceAt(root)
  const first = staged(await source.snapshot())
  forget()
  return { root, source, first, look: async () => staged(await source.snapshot()) }
}

const artifactOf = (registry: Awaited<ReturnType<Awaited<ReturnType<typeof settled>>['look']>>, mode: string) => {
  const pack = modeNamed(registry, mode)?.pack
  return pack?._tag === 'present' ? pack.value.closingArtifact : pack?.why
}

describe('while nothing changed', () => {
  test('nothing is opened or listed, and the snapshot is the same object', async () => {
    const { first, look } = await settled()
    for (let each = 0; each < 100; each += 1) expect(await look()).toBe(first)
    expect(touched).toEqual({ opened: [], listed: [] })
  })

  test('it stands without waiting: not before the first reading, not after an edit, and not while that is read', async () => {
    const root = await stageRegistry(join(await scratch(), 'modes'))
    await passTick()
    const source = sourceAt(root)
    expect(source.current()).toBeNull()
    const first = await source.snapshot()
    expect(source.current()).toBe(first)
    await changeRegistry(root, { replace: 'ship/pack.toml', from: 'gate', to: 'door' })
    expect(source.current()).toBeNull()
    const reading = source.snapshot()
    expect(source.current()).toBeNull()
    const second = await reading
    await passTick()
    expect(await source.snapshot()).toBe(second)
    expect(source.current()).toBe(second)
    expect(second).not.toBe(first)
    expect(touched.opened).not.toEqual([])
  })

  test('memory stays flat over 100,000 requests', { timeout: 60_000 }, async () => {
    const { source } = await settled()
    /** What is still held after so many requests, in bytes. */
    const heldAfter = async (requests: number): Promise<number> => {
      for (let each = 0; each < requests; each += 1) await source.snapshot()
      collectGarbage()
      return process.memoryUsage().heapUsed
    }
    const before = await heldAfter(20_000)
    const after = await heldAfter(80_000)
    expect((after - before) / 80_000, 'bytes a request').toBeLessThan(20)
  })

  test('files too fresh to tell are read again until they are old enough, and the snapshot stays the same object', async () => {
    const source = sourceAt(await stageRegistry(join(await scratch(), 'modes')))
    const first = await source.snapshot()
    forget()
    expect(await source.snapshot()).toBe(first)
    expect(touched.opened.length).toBeGreaterThan(0)
    await passTick()
    expect(await source.snapshot()).toBe(first)
    forget()
    expect(await source.snapshot()).toBe(first)
    expect(touched).toEqual({ opened: [], listed: [] })
  })

  test('a file with a time in the future is settled all the same', async () => {
    const { root, first, look } = await settled()
    await utimes(join(root, 'ship/pack.toml'), 4e9, 4e9 + 0.5)
    expect(await look()).toBe(first)
    await passTick()
    await look()
    forget()
    expect(await look()).toBe(first)
    expect(touched.opened).toEqual([])
  })
})

describe('an edit shows on the very next request', () => {
  test('of any kind', async () => {
    const { root, look } = await settled()
    await changeRegistry(root, { replace: 'ship/pack.toml', from: 'landed change record', to: 'signed note' })
    expect(artifactOf(await look(), 'ship')).toBe('signed note')
    await changeRegistry(root, { remove: 'ship/pack.toml' })
    expect(artifactOf(await look(), 'ship')).toBe('absent')
    await changeRegistry(root, { write: 'ship/pack.toml', text: '' })
    expect(artifactOf(await look(), 'ship')).toBe('empty')
    await stageRegistry(join(root, 'ship/.new'))
    await rename(join(root, 'ship/.new/ship/pack.toml'), join(root, 'ship/pack.toml'))
    expect(artifactOf(await look(), 'ship')).toBe('landed change record')
    await changeRegistry(root, { floor: 'explore', plugin: '2' })
    expect((await look()).floors).toContainEqual({ directory: 'explore', schemaVersion: '1', pluginFloor: '2' })
  })

  test('in the file behind a link, and when a link that led nowhere finds its target', async () => {
    const home = await scratch()
    const root = await stageRegistry(join(home, 'modes'), { changes: [{ remove: 'ship/pack.toml' }] })
    await symlink(join(home, 'shared.toml'), join(root, 'ship/pack.toml'))
    const source = sourceAt(root)
    const look = async () => artifactOf(staged(await source.snapshot()), 'ship')
    expect(await look()).toBe('unreadable')
    await rename(join(root, 'explore/pack.toml'), join(home, 'shared.toml'))
    expect(await look()).toBe('report with verdict table')
    await changeRegistry(home, { replace: 'shared.toml', from: 'report with verdict table', to: 'a table' })
    expect(await look()).toBe('a table')
  })

  test('of equal length, in the same tick, with the times put back', async () => {
    const root = await stageRegistry(join(await scratch(), 'modes'))
    const file = join(root, 'ship/pack.toml')
    const text = (artifact: string) =>
      `closing_artifact = "${artifact}"\n[[phases]]\nname = "a"\ngates = [{ name = "b", kind = "c", owner = "d" }]\n`
    const source = sourceAt(root)
    const when = new Date(Date.now() - 3_600_000)
    const missed: string[] = []
    for (const artifact of Array.from({ length: 200 }, (_, place) => String(1000 + place))) {
      writeFileSync(file, text(artifact))
      utimesSync(file, when, when)
      const seen = artifactOf(staged(await source.snapshot()), 'ship')
      if (seen !== artifact) missed.push(artifact)
    }
    expect(missed).toEqual([])
  })

  test('and costs its own bundle, not the registry', async () => {
    const { root, look } = await settled(30)
    await changeRegistry(root, { replace: 'mode-0007/pack.toml', from: 'landed', to: 'merged' })
    forget()
    expect(artifactOf(await look(), 'mode-0007')).toBe('merged change record')
    expect(touched.listed).toEqual([])
    expect(new Set(touched.opened)).toEqual(
      new Set(['mode.toml', 'pack.toml', 'card.md'].map((file) => join(root, 'mode-0007', file))),
    )
  })

  test('of a file that only the digest covers, and reads that file alone', async () => {
    const { root, first, look } = await settled()
    await writeFile(join(root, 'ship/roles/builder.md'), 'changed')
    forget()
    const second = await look()
    expect(second.digest).not.toBe(first.digest)
    expect(touched.opened).toEqual([join(root, 'ship/roles/builder.md')])
    expect(modeNamed(second, 'ship')).toBe(modeNamed(first, 'ship'))
  })

  test('that changes nothing, and leaves the snapshot the same object', async () => {
    const { root, first, look } = await settled()
    await changeRegistry(root, { replace: 'ship/pack.toml', from: 'landed', to: 'landed' })
    expect(await look()).toBe(first)
  })
})

describe('requests at the same time', () => {
  test('share one read', async () => {
    const root = await stageRegistry(join(await scratch(), 'modes'))
    await passTick()
    const source = sourceAt(root)
    const answers = await Promise.all(Array.from({ length: 50 }, () => source.snapshot()))
    expect(new Set(answers).size).toBe(1)
    expect(touched.opened.length).toBe(new Set(touched.opened).size)
  })

  test('see an edit that was made before them, though a read was under way', async () => {
    const { root, source } = await settled()
    await changeRegistry(root, { replace: 'explore/pack.toml', from: 'report', to: 'paper' })
    const early = source.snapshot()
    writeFileSync(join(root, 'ship/pack.toml'), '')
    const late = source.snapshot()
    expect(artifactOf(staged(await late), 'ship')).toBe('empty')
    await early
  })
})
