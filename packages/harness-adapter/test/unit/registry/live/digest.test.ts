import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { changeRegistry, makeFifo, registryFixture, scratch, sourceAt, staged, stageRegistry } from '../scratch.js'

/** The line of design 4, as anybody would run it to check a stamp. */
const coreutils = (root: string): string => {
  const line = `cd "$1" && find -L . -type f -not -path '*/.*' -print0 2>/dev/null | LC_ALL=C sort -z | xargs -0r sha256sum | sha256sum`
  return `sha256:${execFileSync('sh', ['-c', line, 'sh', root], { encoding: 'utf8' }).slice(0, 64)}`
}

const digestAt = async (root: string) => staged(await sourceAt(root).snapshot()).digest

/** Writes files and answers with the root; names may be bytes that are no UTF-8. */
const rootWith = async (...names: ReadonlyArray<string | Buffer>): Promise<string> => {
  const root = await scratch()
  for (const name of names)
    await writeFile(Buffer.concat([Buffer.from(`${root}/`), Buffer.from(name)]), `content of ${name.toString('hex')}`)
  return root
}

describe('the digest is what coreutils print', () => {
  test.each(['two-modes', 'three-modes'] as const)('for the registry %s', async (fixture) => {
    expect(await digestAt(registryFixture(fixture))).toBe(coreutils(registryFixture(fixture)))
  })

  test('for an empty registry', async () => {
    const root = await scratch()
    expect(await digestAt(root)).toBe(coreutils(root))
  })

  test('for empty files, stray files, deep folders, broken bundles and dot entries', async () => {
    const root = await stageRegistry(join(await scratch(), 'modes'), {
      changes: [
        { write: 'ship/roles/deep/er/empty.md', text: '' },
        { write: 'stray', text: 'x' },
        { write: 'explore/mode.toml', text: new Uint8Array(64) },
        { write: '.deploy-receipt.json', text: '{}' },
        { write: 'ship/.hidden/visible.md', text: 'x' },
        { write: 'ship/.hidden.md', text: 'x' },
        { write: 'ship/..two', text: 'x' },
      ],
    })
    expect(await digestAt(root)).toBe(coreutils(root))
  })

  test('for names that sort and print oddly', async () => {
    const root = await rootWith(
      'back\\slash',
      'new\nline',
      'carriage\rreturn',
      'all\\three\r\n',
      'space and "quotes"',
      '-n',
      '*',
      'é',
      'e\u0301',
      'ａ',
      '🚢',
      'a',
      'A',
      'Z',
      'a.b',
      'a-b',
      'a b',
      '~',
      '\x01\x7f',
    )
    await mkdir(join(root, 'a.d'))
    await mkdir(join(root, 'folder'))
    await writeFile(join(root, 'folder', 'x'), '1')
    await writeFile(join(root, 'folder.toml'), '2')
    await writeFile(join(root, 'folder-2'), '3')
    await writeFile(join(root, 'folder0'), '4')
    expect(await digestAt(root)).toBe(coreutils(root))
  })

  test('for names that are no UTF-8', async () => {
    const root = await rootWith(Buffer.from([0xff]), Buffer.from([0xfe, 0x41]), Buffer.from([0xc3]), 'é', '\ufffd')
    await mkdir(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xe9])]))
    await writeFile(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xe9, 0x2f, 0xe8])]), 'deep')
    expect(await digestAt(root)).toBe(coreutils(root))
  })

  test('for links to files and folders, loops, and links that lead nowhere', async () => {
    const home = await scratch()
    const root = await stageRegistry(join(home, 'modes'))
    await changeRegistry(
      home,
      { write: 'outside/shared.md', text: 'shared' },
      { write: 'outside/.hidden/x', text: 'x' },
    )
    await symlink(join(home, 'outside'), join(root, 'ship/outside'))
    await symlink(join(home, 'outside/shared.md'), join(root, 'ship/shared.md'))
    await symlink(join(home, 'outside/.hidden'), join(root, 'ship/shown'))
    await symlink('ship', join(root, 'alias-of-ship'))
    await symlink('..', join(root, 'ship/up'))
    await symlink('.', join(root, 'here'))
    await symlink('../explore', join(root, 'ship/explore'))
    await symlink('../ship', join(root, 'explore/ship'))
    await symlink('/nowhere', join(root, 'ship/nowhere'))
    await symlink('self', join(root, 'self'))
    expect(await digestAt(root)).toBe(coreutils(root))
  })

  test('for FIFOs and sockets beside the files', async () => {
    const root = await stageRegistry(join(await scratch(), 'modes'))
    await makeFifo(join(root, 'ship/fifo'))
    const server = createServer()
    onTestFinished(() => void server.close())
    await new Promise<void>((resolve) => server.listen(join(root, 'ship/socket'), resolve))
    expect(await digestAt(root)).toBe(coreutils(root))
  })

  test('for all the damaged bundles that were ever kept', async () => {
    const corpus = fileURLToPath(new URL('../../../../../fixtures/corpus', import.meta.url))
    expect(readdirSync(corpus).length).toBeGreaterThan(15)
    expect(await digestAt(corpus)).toBe(coreutils(corpus))
  })
})
