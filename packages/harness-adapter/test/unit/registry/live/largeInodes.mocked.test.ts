import type * as Files from 'node:fs'
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { scratch, sourceAt, staged, stageRegistry } from '../scratch.js'

// A file system whose inodes lie so close together above 2^53 that as numbers they are all the same.
vi.mock('node:fs', async (importOriginal) => {
  const real = await importOriginal<typeof Files>()
  const statSync = (path: string, options?: Files.StatSyncOptions) => {
    const stats = real.statSync(path, options)
    return stats === undefined || options?.bigint === true ? stats : Object.assign(stats, { ino: 2 ** 60 })
  }
  return { ...real, statSync }
})

const digestWith = async (link: boolean): Promise<string> => {
  const root = await stageRegistry(join(await scratch(), 'modes'), {
    changes: [{ write: 'ship/roles/deep/er/role.md', text: 'a' }],
  })
  if (link) await symlink(root, join(root, 'ship/roles/deep/loop'))
  const { digest, modes } = staged(await sourceAt(root).snapshot())
  expect(modes.map(({ mode }) => mode)).toEqual(['explore', 'ship'])
  return digest
}

test('no folder is taken for its own ancestor, and one that is its own ancestor still is not gone into', async () => {
  const digest = await digestWith(false)
  expect(digest).toMatch(/^sha256:/)
  expect(await digestWith(true)).toBe(digest)
})
