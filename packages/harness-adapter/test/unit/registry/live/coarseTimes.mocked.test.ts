import type * as Files from 'node:fs'
import { type Stats, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { scratch, sourceAt, staged, stageRegistry } from '../scratch.js'

// A file system that counts time in ticks of 40 ms, on top of the real one: slower than any that counts fractions of a second.
const coarse = vi.hoisted(() => (stats: Stats | undefined) => {
  const floor = (time: number) => time - (time % 40)
  return stats === undefined
    ? stats
    : Object.assign(stats, { mtimeMs: floor(stats.mtimeMs), ctimeMs: floor(stats.ctimeMs) })
})

vi.mock('node:fs', async (importOriginal) => {
  const real = await importOriginal<typeof Files>()
  return {
    ...real,
    statSync: (path: string) => coarse(real.statSync(path, { throwIfNoEntry: false })),
    fstatSync: (fd: number) => coarse(real.fstatSync(fd)),
  }
})

test('an edit of equal length in the tick of the one before shows on the next request', async () => {
  const root = await stageRegistry(join(await scratch(), 'modes'))
  const file = join(root, 'ship/pack.toml')
  const source = sourceAt(root)
  const old = new Date(Date.now() - 3_600_000)
  const missed: string[] = []
  for (const artifact of Array.from({ length: 300 }, (_, place) => String(1000 + place))) {
    writeFileSync(
      file,
      `closing_artifact = "${artifact}"\n[[phases]]\nname = "a"\ngates = [{ name = "b", kind = "c", owner = "d" }]\n`,
    )
    utimesSync(file, old, old)
    const pack = staged(await source.snapshot()).modes.find(({ mode }) => mode === 'ship')?.pack
    if (pack?._tag !== 'present' || pack.value.closingArtifact !== artifact) missed.push(artifact)
  }
  expect(missed).toEqual([])
})
