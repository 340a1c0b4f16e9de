import { chmod, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import type { RegistryBundle } from '@active-mode/core'
import { createRegistrySource } from '../../../../src/registry/live/createRegistrySource.js'
import { resolveRoot } from '../../../../src/registry/live/resolveRoot.js'
import { modeNamed, scratch, staged, stageRegistry, unprivileged } from '../scratch.js'

/** A machine with a home, and where a registry may lie on it. */
const machine = async () => {
  const base = await scratch()
  const [home, config, xdg, fork] = ['home', 'config', 'xdg', 'fork'].map((name) => join(base, name)) as [
    string,
    string,
    string,
    string,
  ]
  return {
    home,
    env: { OPENCODE_CONFIG_DIR: config, XDG_CONFIG_HOME: xdg },
    roots: {
      config: join(config, 'modes'),
      fork: join(fork, 'modes'),
      xdg: join(xdg, 'opencode', 'modes'),
      home: join(home, '.config', 'opencode', 'modes'),
    },
    harnessFolder: async () => ({ folder: fork, isTold: true }),
  }
}

const agentIn = (bundle: RegistryBundle, mode = 'ship') => modeNamed(staged(bundle), mode)?.agent

describe('resolveRoot', () => {
  test.each([
    [
      'the option before everything',
      { option: '/registry', env: { OPENCODE_CONFIG_DIR: '/config' } },
      '/registry',
      true,
    ],
    ['an option below the home folder', { option: '~/modes', env: {} }, '/home/person/modes', true],
    ['an option beside the project', { option: './modes', env: {}, directory: '/project' }, '/project/modes', true],
    [
      'an option with a user in it as it is',
      { option: '~other', env: {}, directory: '/project' },
      '/project/~other',
      true,
    ],
    [
      'no empty variable',
      { option: '', env: { OPENCODE_CONFIG_DIR: '', XDG_CONFIG_HOME: '' } },
      '/home/person/.config/opencode/modes',
      false,
    ],
    ['a trailing slash away', { env: { OPENCODE_CONFIG_DIR: '/nowhere-at-all/' } }, '/nowhere-at-all/modes', false],
  ])('takes %s', async (_, settings, path, namedByOption) => {
    expect(await resolveRoot({ home: '/home/person', ...settings })).toMatchObject({ path, namedByOption })
  })

  test.each([['config'], ['fork'], ['xdg'], ['home']] as const)(
    'takes the first that holds a bundle: %s',
    async (first) => {
      const { roots, ...search } = await machine()
      const names = ['config', 'fork', 'xdg', 'home'] as const
      for (const name of names.slice(0, names.indexOf(first)))
        await mkdir(join(roots[name], 'notes'), { recursive: true })
      for (const name of names.slice(names.indexOf(first))) await stageRegistry(roots[name])
      const { path, passedOver } = await resolveRoot(search)
      expect(path).toBe(roots[first])
      expect(passedOver.slice(0, names.indexOf(first))).toEqual(
        names.slice(0, names.indexOf(first)).map((name) => ({ path: roots[name], holds: 'empty' })),
      )
    },
  )

  test('an empty one counts only if no other does, and the first if none is there', async () => {
    const { roots, ...search } = await machine()
    expect((await resolveRoot(search)).path).toBe(roots.config)
    await mkdir(roots.xdg, { recursive: true })
    expect(await resolveRoot(search)).toMatchObject({ path: roots.xdg, holds: 'empty' })
    await stageRegistry(roots.home)
    expect(await resolveRoot(search)).toMatchObject({ path: roots.home, holds: 'registry' })
  })

  test.each<[string, (root: string) => Promise<unknown>]>([
    [
      'holds active-mode.toml alone',
      async (root) => mkdir(root, { recursive: true }).then(() => writeFile(join(root, 'active-mode.toml'), '')),
    ],
    [
      'holds a half bundle',
      async (root) =>
        mkdir(join(root, 'half'), { recursive: true }).then(() => writeFile(join(root, 'half/card.md'), '')),
    ],
    [
      'holds a linked bundle',
      async (root) =>
        stageRegistry(`${root}-real`)
          .then(() => mkdir(root))
          .then(() => symlink(`${root}-real/ship`, join(root, 'ship'))),
    ],
    ['is a file', async (root) => mkdir(join(root, '..'), { recursive: true }).then(() => writeFile(root, ''))],
    [
      'is a link that leads nowhere',
      async (root) => mkdir(join(root, '..'), { recursive: true }).then(() => symlink('/mnt/away', root)),
    ],
  ])('one that %s counts', async (_, make) => {
    const { roots, ...search } = await machine()
    await make(roots.config)
    await stageRegistry(roots.home)
    expect((await resolveRoot(search)).path).toBe(roots.config)
  })

  test('one that may not be listed counts, and is unreadable', async () => {
    const { roots, ...settings } = await machine()
    await stageRegistry(roots.config)
    await chmod(roots.config, 0)
    expect(await unprivileged(createRegistrySource(settings).snapshot)).toMatchObject({ _tag: 'unreadable' })
    await chmod(roots.config, 0o755)
  })

  test.each(['notes/today.md', '.draft/mode.toml', 'mode.toml', 'deep/er/mode.toml'])(
    'one that holds %s alone is empty',
    async (file) => {
      const { roots, ...search } = await machine()
      await mkdir(join(roots.config, file, '..'), { recursive: true })
      await writeFile(join(roots.config, file), '')
      expect(await resolveRoot(search)).toMatchObject({ path: roots.config, holds: 'empty' })
    },
  )

  test('the harness is asked only where nothing before it counts', async () => {
    const { roots, ...search } = await machine()
    const harnessFolder = vi.fn(search.harnessFolder)
    await resolveRoot({ ...search, harnessFolder })
    expect(harnessFolder).toHaveBeenCalledTimes(1)
    await stageRegistry(roots.config)
    await resolveRoot({ ...search, harnessFolder })
    expect(harnessFolder).toHaveBeenCalledTimes(1)
  })
})

describe('a registry that nobody named', () => {
  test('is found where OPENCODE_CONFIG_DIR names a folder without modes', async () => {
    const { roots, ...settings } = await machine()
    await mkdir(join(roots.config, '..'), { recursive: true })
    await stageRegistry(roots.home)
    expect(agentIn(await createRegistrySource(settings).snapshot())).toBe('ship')
  })

  test('is found in the config folder of a fork', async () => {
    const { roots, ...settings } = await machine()
    await stageRegistry(roots.fork)
    const source = createRegistrySource(settings)
    const first = await source.snapshot()
    expect(agentIn(first)).toBe('ship')
    expect(await source.snapshot()).toBe(first)
  })

  test('is looked for again with each request while there is none, and in an empty folder is none', async () => {
    const { roots, ...settings } = await machine()
    const source = createRegistrySource(settings)
    expect(await source.snapshot()).toEqual({ _tag: 'absent' })
    await mkdir(roots.config, { recursive: true })
    expect(staged(await source.snapshot()).modes).toEqual([])
    await stageRegistry(roots.home)
    expect(agentIn(await source.snapshot())).toBe('ship')
  })

  test('stays until the process ends, for every source and copy: what is staged elsewhere, or gone here, moves nobody', async () => {
    const { roots, ...settings } = await machine()
    await stageRegistry(roots.home)
    const source = createRegistrySource(settings)
    expect(staged(await source.snapshot()).modes).toHaveLength(2)
    await stageRegistry(roots.config, { fixture: 'three-modes' })
    expect(staged(await source.snapshot()).modes).toHaveLength(2)
    vi.resetModules()
    const copy = await import('../../../../src/registry/live/createRegistrySource.js')
    expect(staged(await copy.createRegistrySource(settings).snapshot()).modes).toHaveLength(2)
    await rm(roots.home, { recursive: true })
    const gone = { _tag: 'unreadable', detail: expect.stringContaining('gone') as string }
    expect(await source.snapshot()).toMatchObject(gone)
    expect(await createRegistrySource(settings).snapshot()).toMatchObject(gone)
  })

  test('that could not be read has vanished when it is gone', async () => {
    const { roots, ...settings } = await machine()
    await mkdir(join(roots.config, '..'), { recursive: true })
    await symlink('/mnt/away', roots.config)
    const source = createRegistrySource(settings)
    expect(await source.snapshot()).toMatchObject({ _tag: 'unreadable' })
    await rm(roots.config)
    await stageRegistry(roots.home)
    expect(await source.snapshot()).toMatchObject({ _tag: 'unreadable' })
  })

  test('is not settled on while the harness owes an answer that could come before it', async () => {
    const { roots, harnessFolder, ...settings } = await machine()
    await stageRegistry(roots.home)
    let isTold = false
    const source = createRegistrySource({
      ...settings,
      harnessFolder: async () => (isTold ? harnessFolder() : { folder: null, isTold }),
    })
    expect(staged(await source.snapshot()).modes).toHaveLength(2)
    await stageRegistry(roots.fork, { fixture: 'three-modes' })
    isTold = true
    expect(staged(await source.snapshot()).modes).toHaveLength(3)
  })

  test('once in use is told at once, without a look at any other place', async () => {
    const { roots, ...settings } = await machine()
    await stageRegistry(roots.config)
    const harnessFolder = vi.fn(settings.harnessFolder)
    const source = createRegistrySource({ ...settings, harnessFolder })
    const first = await source.snapshot()
    await new Promise((resolve) => setTimeout(resolve, 120))
    expect(await source.snapshot()).toBe(first)
    expect(source.current()).toBe(first)
    expect(harnessFolder).not.toHaveBeenCalled()
  })
})
