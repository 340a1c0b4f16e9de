import { chmod, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createRegistrySource } from '../../../../src/registry/live/createRegistrySource.js'
import {
  brokenNamed,
  changeRegistry,
  modeNamed,
  readAt,
  readFrom,
  scratch,
  sourceAt,
  staged,
  stageModes,
  stageRegistry,
  unprivileged,
} from '../scratch.js'

const inConfig = (config: string) =>
  createRegistrySource({ env: { OPENCODE_CONFIG_DIR: config }, home: join(config, 'home') })

describe('a root that is not there', () => {
  test('is absent where nobody named it', async () => {
    const source = inConfig(await scratch())
    const first = await source.snapshot()
    expect(first).toEqual({ _tag: 'absent' })
    expect(await source.snapshot()).toBe(first)
  })

  test('is unreadable where the option names it', async () => {
    expect(await sourceAt(join(await scratch(), 'modse')).snapshot()).toMatchObject({ _tag: 'unreadable' })
  })

  test('is absent where its parent is a file', async () => {
    const config = join(await scratch(), 'config')
    await writeFile(config, '')
    expect(await inConfig(config).snapshot()).toEqual({ _tag: 'absent' })
  })

  test.each([
    ['the root', 'modes'],
    ['a folder above it', ''],
  ])('is unreadable where %s is a link that leads nowhere', async (_, name) => {
    const config = join(await scratch(), 'config')
    if (name !== '') await mkdir(config)
    await symlink('/mnt/away', join(config, name))
    expect(await inConfig(config).snapshot()).toMatchObject({ _tag: 'unreadable' })
  })

  test('is seen as soon as it is staged, and unreadable once it is gone, for every source of this process', async () => {
    const config = await scratch()
    const root = join(config, 'modes')
    const source = inConfig(config)
    expect(await source.snapshot()).toEqual({ _tag: 'absent' })
    await stageRegistry(root)
    expect(modeNamed(await readFrom(source), 'ship')).toBeDefined()
    await rename(root, `${root}-away`)
    const gone = await source.snapshot()
    expect(gone).toMatchObject({ _tag: 'unreadable' })
    expect(await source.snapshot()).toBe(gone)
    expect(await inConfig(config).snapshot()).toMatchObject({ _tag: 'unreadable' })
    await rename(`${root}-away`, root)
    expect(modeNamed(await readFrom(source), 'ship')).toBeDefined()
  })
})

describe('a root that is no folder', () => {
  test('is unreadable', async () => {
    const root = join(await scratch(), 'modes')
    await writeFile(root, 'modes')
    expect(await sourceAt(root).snapshot()).toMatchObject({ _tag: 'unreadable' })
  })

  test('is unreadable where it is a link to itself', async () => {
    const root = join(await scratch(), 'modes')
    await symlink(root, root)
    expect(await sourceAt(root).snapshot()).toMatchObject({
      _tag: 'unreadable',
      detail: expect.stringContaining('ELOOP') as string,
    })
  })

  test('is unreadable where it may not be listed, and readable once it may', async () => {
    const root = await stageModes()
    await chmod(root, 0o300)
    const source = sourceAt(root)
    expect(await unprivileged(source.snapshot)).toMatchObject({ _tag: 'unreadable' })
    await chmod(root, 0o755)
    expect(modeNamed(staged(await unprivileged(source.snapshot)), 'ship')).toBeDefined()
  })
})

describe('a root with bundles', () => {
  test('may be a link, and so may a bundle', async () => {
    const home = await scratch()
    const real = await stageRegistry(join(home, 'real'))
    await rename(join(real, 'ship'), join(home, 'checkout'))
    await symlink(join(home, 'checkout'), join(real, 'ship'))
    await symlink(real, join(home, 'modes'))
    const source = sourceAt(join(home, 'modes'))
    expect((await readFrom(source)).modes.map(({ mode }) => mode)).toEqual(['explore', 'ship'])
    await changeRegistry(home, { replace: 'checkout/mode.toml', from: 'agent = "ship"', to: 'agent = "pilot"' })
    expect(modeNamed(await readFrom(source), 'ship')?.agent).toBe('pilot')
  })

  test('may be empty: that is a map of nothing, not an absent one', async () => {
    expect(await sourceAt(await scratch()).snapshot()).toEqual({
      _tag: 'staged',
      digest: 'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      ledger: null,
      floors: [],
      modes: [],
      broken: [],
    })
  })

  test('ignores dot entries, stray files and folders that hold none of the three files', async () => {
    const root = await stageModes(
      { write: '.ship.swp', text: 'x' },
      { write: '.draft/mode.toml', text: '' },
      { write: 'README.md', text: 'x' },
      { write: 'mode.toml', text: '' },
      { write: 'notes/today.md', text: 'x' },
    )
    await symlink('.', join(root, 'loop'))
    await symlink('..', join(root, 'ship', 'up'))
    const { modes, broken } = await readAt(root)
    expect(modes.map(({ mode }) => mode)).toEqual(['explore', 'ship'])
    expect(broken).toEqual([])
  })

  test.each(['mode.toml', 'pack.toml', 'card.md'])(
    'takes a folder with nothing but a %s for a bundle',
    async (file) => {
      const root = await stageModes({ write: `half/${file}`, text: ' ' })
      const { broken, modes } = await readAt(root)
      expect(broken).toMatchObject([
        { directory: 'half', why: file === 'mode.toml' ? 'invalid' : 'no-manifest', claims: null },
      ])
      expect(modes).toHaveLength(2)
    },
  )

  test('a folder that differs from another in letter case alone is broken by name', async () => {
    const root = await stageModes()
    await stageRegistry(join(root, 'tmp'))
    await rename(join(root, 'tmp', 'ship'), join(root, 'Ship'))
    await rm(join(root, 'tmp'), { recursive: true })
    const registry = await readAt(root)
    expect(modeNamed(registry, 'ship')).toBeDefined()
    expect(brokenNamed(registry, 'Ship')).toMatchObject({ why: 'invalid', claims: ['ship'] })
  })
})
