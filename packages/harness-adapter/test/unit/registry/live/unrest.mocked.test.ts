import { appendFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import type * as Promises from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { readRegistryOnce } from '../../../../src/registry/live/readRegistryOnce.js'
import {
  brokenNamed,
  changeRegistry,
  modeNamed,
  passTick,
  scratch,
  sourceAt,
  staged,
  stageRegistry,
} from '../scratch.js'

/** What happens each time right before the bytes of a file are read: nothing, a write by somebody else, or a refusal. */
const meddle = vi.hoisted(() => ({
  beforeRead: ((): void => undefined) as (path: string) => void,
  aroundListing: ((_, list) => list()) as (path: string, list: () => Promise<unknown>) => Promise<unknown>,
}))

vi.mock('node:fs/promises', async (importOriginal) => {
  const real = await importOriginal<typeof Promises>()
  return {
    ...real,
    readdir: (...args: ReadonlyArray<unknown>) =>
      meddle.aroundListing(String(args[0]), () =>
        (real.readdir as (...rest: ReadonlyArray<unknown>) => Promise<unknown>)(...args),
      ),
    open: async (...args: Parameters<typeof real.open>) => {
      const handle = await real.open(...args)
      const read = handle.read.bind(handle) as (...rest: ReadonlyArray<unknown>) => Promise<unknown>
      return Object.assign(handle, {
        read: async (...rest: ReadonlyArray<unknown>) => {
          meddle.beforeRead(String(args[0]))
          return read(...rest)
        },
      })
    },
  }
})

afterEach(() => {
  meddle.beforeRead = () => undefined
  meddle.aroundListing = (_, list) => list()
})

const artifact = (registry: ReturnType<typeof staged>) => {
  const pack = modeNamed(registry, 'ship')?.pack
  return pack?._tag === 'present' ? pack.value.closingArtifact : pack
}

const packOf = (name: string) =>
  `closing_artifact = "${name}"\n[[phases]]\nname = "a"\ngates = [{ name = "b", kind = "c", owner = "d" }]\n`

describe('a file that changes while it is read', () => {
  test('is read again', async () => {
    const root = await stageRegistry(join(await scratch(), 'modes'))
    const file = join(root, 'ship/pack.toml')
    let writes = 0
    meddle.beforeRead = (path) => {
      if (path === file && writes < 2) writeFileSync(file, packOf(`generation ${String((writes += 1))}`))
    }
    expect(artifact(staged(await sourceAt(root).snapshot()))).toBe('generation 2')
  })

  test('time and again is named unreadable, and heals', async () => {
    const root = await stageRegistry(join(await scratch(), 'modes'))
    const file = join(root, 'ship/pack.toml')
    let writes = 0
    meddle.beforeRead = (path) => {
      if (path === file) writeFileSync(file, packOf('x'.repeat((writes += 1))))
    }
    const source = sourceAt(root)
    const registry = staged(await source.snapshot())
    expect(artifact(registry)).toMatchObject({
      why: 'unreadable',
      detail: 'pack.toml: the file changed each time it was read',
    })
    expect(registry.digest).toBe('unavailable')
    expect(writes).toBeLessThan(1_000)
    meddle.beforeRead = () => undefined
    const healed = staged(await source.snapshot())
    expect(artifact(healed)).toBe('x'.repeat(writes))
    expect(healed.digest).toMatch(/^sha256:/)
  })

  test('takes its bundle with it: no mode is made of two generations', async () => {
    const root = await stageRegistry(join(await scratch(), 'modes'))
    let staging = true
    meddle.beforeRead = (path) => {
      if (!staging || path !== join(root, 'ship/pack.toml')) return
      staging = false
      writeFileSync(
        join(root, 'ship/mode.toml'),
        'schema_version = "1"\nmode = "ship"\nagent = "pilot"\ncard = "card.md"\npack = "gates.toml"\n[consumer_floors]\nplugin = "1"\n',
      )
      writeFileSync(join(root, 'ship/gates.toml'), packOf('second generation'))
    }
    const registry = staged(await sourceAt(root).snapshot())
    expect(modeNamed(registry, 'ship')?.agent).toBe('pilot')
    expect(artifact(registry)).toBe('second generation')
  })
})

describe('a registry that is swapped while it is read', () => {
  /** Two generations of a registry and a link to the first, which is the root. */
  const generations = async () => {
    const base = await scratch()
    const [first, second] = [await stageRegistry(join(base, 'first')), await stageRegistry(join(base, 'second'))]
    for (const mode of ['ship', 'explore'])
      await changeRegistry(second, {
        replace: `${mode}/mode.toml`,
        from: `agent = "${mode}"`,
        to: `agent = "${mode}-2"`,
      })
    const root = join(base, 'modes')
    const swap = (to: string): void => {
      rmSync(root, { force: true })
      symlinkSync(to, root)
    }
    swap(first)
    const digests = await Promise.all(
      [first, second].map(
        async (each) => staged((await readRegistryOnce({ path: each, namedByOption: true })).bundle).digest,
      ),
    )
    return { root, first, second, swap, digests }
  }
  const agents = (registry: ReturnType<typeof staged>) => registry.modes.map(({ agent }) => agent)

  test('after an edit of one bundle gives the one generation or the other, and the stamp of none that never was', async () => {
    const { root, first, second, swap } = await generations()
    // The bundle that is edited is the same in both.
    rmSync(join(second, 'ship'), { recursive: true })
    symlinkSync(join(first, 'ship'), join(second, 'ship'))
    const source = sourceAt(root)
    await source.snapshot()
    await changeRegistry(first, { write: 'ship/pack.toml', text: packOf('x') })
    meddle.beforeRead = (path) => {
      if (!path.endsWith('ship/pack.toml')) return
      meddle.beforeRead = () => undefined
      swap(second)
    }
    const registry = staged(await source.snapshot())
    expect(agents(registry)).toEqual(['explore-2', 'ship'])
    expect(registry.digest).toBe(staged((await readRegistryOnce({ path: second, namedByOption: true })).bundle).digest)
  })

  test('each time is named, gives no block of two generations, and heals', async () => {
    const { root, first, second, swap, digests } = await generations()
    let swaps = 0
    meddle.beforeRead = (path) => {
      if (path.endsWith('ship/mode.toml')) swap((swaps += 1) % 2 === 0 ? first : second)
    }
    const source = sourceAt(root)
    expect(await source.snapshot()).toEqual({
      _tag: 'unreadable',
      detail: 'the registry changed each time it was read',
    })
    expect(swaps).toBeLessThan(20)
    meddle.beforeRead = () => undefined
    expect(digests).toContain(staged(await source.snapshot()).digest)
  })

  test('and back while it is listed is not taken for what was there in between', async () => {
    const { root, first, swap } = await generations()
    const lean = join(root, '..', 'lean')
    await stageRegistry(lean)
    await changeRegistry(lean, { remove: 'explore' })
    let isListed = false
    meddle.aroundListing = async (path, list) => {
      if (path !== root || isListed) return list()
      isListed = true
      swap(lean)
      try {
        return await list()
      } finally {
        swap(first)
      }
    }
    expect(agents(staged(await sourceAt(root).snapshot()))).toEqual(['explore', 'ship'])
  })

  test('in what belongs to no mode costs the digest alone', async () => {
    const root = await stageRegistry(join(await scratch(), 'modes'), {
      changes: [{ write: 'notes/log.txt', text: '' }],
    })
    meddle.beforeRead = () => appendFileSync(join(root, 'notes/log.txt'), 'x')
    const registry = staged(await sourceAt(root).snapshot())
    expect(agents(registry)).toEqual(['explore', 'ship'])
    expect(registry.digest).toBe('unavailable')
  })
})

describe('a failure that no stamp shows', () => {
  test.each(['EMFILE', 'EPERM', 'EBUSY', 'EIO', 'ETXTBSY'])(
    '%s is named, and the next request tries again',
    async (code) => {
      const root = await stageRegistry(join(await scratch(), 'modes'))
      await passTick()
      const source = sourceAt(root)
      meddle.beforeRead = (path) => {
        if (path.startsWith(join(root, 'ship'))) throw Object.assign(new Error(`${code}: ${path}`), { code })
      }
      const registry = staged(await source.snapshot())
      expect(brokenNamed(registry, 'ship')).toMatchObject({
        why: 'unreadable',
        detail: `mode.toml: ${code}`,
        claims: null,
      })
      expect(modeNamed(registry, 'explore')).toBeDefined()
      expect(await source.snapshot()).toBe(registry)
      meddle.beforeRead = () => undefined
      expect(staged(await source.snapshot())).toMatchObject({ broken: [], modes: { length: 2 } })
    },
  )

  test('an error that is no error is a value as well', async () => {
    const root = await stageRegistry(join(await scratch(), 'modes'))
    meddle.beforeRead = () => {
      throw null
    }
    expect(staged(await sourceAt(root).snapshot()).broken).toHaveLength(2)
  })
})

test('a registry that is staged while it is read over and over never shows a director as unclaimed', async () => {
  const root = await stageRegistry(join(await scratch(), 'modes'), { fixture: 'three-modes' })
  const source = sourceAt(root)
  await source.snapshot()
  const silent: unknown[] = []
  let looks = 0
  let done = false
  const stager = (async () => {
    for (const step of Array.from({ length: 60 }, (_, place) => place)) {
      await changeRegistry(
        root,
        step % 3 === 0
          ? { tear: 'haul/mode.toml', at: 37 + step }
          : step % 3 === 1
            ? { remove: 'haul' }
            : { write: 'haul/x', text: '' },
      )
      if (step % 3 === 2) await stageRegistry(root, { fixture: 'three-modes' })
    }
    done = true
  })()
  while (!done) {
    const registry = await source.snapshot()
    if (registry._tag !== 'staged') {
      // It never came to rest while it was read: everybody is told so, and nobody is silent.
      expect(registry).toEqual({ _tag: 'unreadable', detail: 'the registry changed each time it was read' })
      continue
    }
    looks += 1
    const isKnown = registry.modes.some(({ agent }) => agent === 'quartermaster')
    const mayBe = registry.broken.some(({ claims }) => claims === null || claims.includes('quartermaster'))
    if (!isKnown && !mayBe) silent.push(registry)
    await new Promise(setImmediate)
  }
  await stager
  expect(silent).toEqual([])
  expect(looks).toBeGreaterThan(0)
})
