import { chmod, mkdir, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { limits } from '../../../../src/registry/live/limits.js'
import {
  brokenNamed,
  changeRegistry,
  makeFifo,
  modeNamed,
  readAt,
  readFrom,
  scratch,
  sourceAt,
  staged,
  stageModes,
  unprivileged,
} from '../scratch.js'

/** Something that is no regular file, in place of one. */
const odd: ReadonlyArray<readonly [string, (path: string) => Promise<unknown>]> = [
  ['a folder', (path) => mkdir(path)],
  ['a FIFO', makeFifo],
  ['a link to a device', (path) => symlink('/dev/zero', path)],
  ['a link that leads nowhere', (path) => symlink('/nowhere', path)],
  ['a link to itself', (path) => symlink(path, path)],
]

const quick = { timeout: 2_000 }

/** What a mode holds that has all of its parts. */
const whole = { pack: { _tag: 'present' }, ledgerRule: { _tag: 'present' } }

describe('one bad file', () => {
  test.each(odd)('a manifest that is %s breaks its bundle alone, and nothing hangs', quick, async (_, make) => {
    const root = await stageModes({ remove: 'ship/mode.toml' })
    await make(join(root, 'ship/mode.toml'))
    const registry = await readAt(root)
    expect(brokenNamed(registry, 'ship')).toMatchObject({ why: 'unreadable', claims: null })
    expect(modeNamed(registry, 'explore')).toMatchObject(whole)
  })

  test.each(odd)('a card that is %s is a missing part', quick, async (_, make) => {
    const root = await stageModes({ remove: 'ship/card.md' })
    await make(join(root, 'ship/card.md'))
    const registry = await readAt(root)
    expect(modeNamed(registry, 'ship')).toMatchObject({
      pack: { _tag: 'present' },
      ledgerRule: { part: 'card.md', why: 'unreadable' },
    })
    expect(registry.broken).toEqual([])
  })

  test('a file without permission names itself, and is read as soon as it may be', async () => {
    const root = await stageModes()
    await chmod(join(root, 'ship/card.md'), 0)
    await chmod(join(root, 'explore/mode.toml'), 0)
    const source = sourceAt(root)
    const registry = staged(await unprivileged(source.snapshot))
    expect(registry.digest).toBe('unavailable')
    const card = { part: 'card.md', why: 'unreadable', detail: 'card.md: EACCES' }
    expect(modeNamed(registry, 'ship')?.ledgerRule).toMatchObject(card)
    const manifest = { why: 'unreadable', detail: 'mode.toml: EACCES', claims: null }
    expect(brokenNamed(registry, 'explore')).toMatchObject(manifest)
    expect(await unprivileged(source.snapshot)).toBe(registry)
    await chmod(join(root, 'ship/card.md'), 0o644)
    await chmod(join(root, 'explore/mode.toml'), 0o644)
    const healed = staged(await unprivileged(source.snapshot))
    expect(healed).toMatchObject({ broken: [], digest: expect.stringMatching(/^sha256:/) as string })
  })

  test('a bundle whose folder may not be listed is broken, for it may claim anybody', async () => {
    const root = await stageModes()
    await chmod(join(root, 'ship'), 0)
    const registry = staged(await unprivileged(sourceAt(root).snapshot))
    expect(brokenNamed(registry, 'ship')).toMatchObject({ why: 'unreadable', claims: null })
    await chmod(join(root, 'ship'), 0o755)
  })

  test('a bundle that is a link that leads nowhere is broken, for its disk may be away', async () => {
    const root = await stageModes({ remove: 'ship' })
    await symlink('/mnt/away/ship', join(root, 'ship'))
    expect(brokenNamed(await readAt(root), 'ship')).toMatchObject({ why: 'unreadable', claims: null })
  })

  test('an absent and an empty part are told apart', async () => {
    const root = await stageModes({ remove: 'ship/pack.toml' }, { write: 'explore/pack.toml', text: '' })
    const registry = await readAt(root)
    expect(modeNamed(registry, 'ship')?.pack).toMatchObject({ why: 'absent' })
    expect(modeNamed(registry, 'explore')?.pack).toMatchObject({ why: 'empty' })
  })

  test('a card and a pack may have other names', async () => {
    const root = await stageModes(
      { replace: 'ship/mode.toml', from: '"card.md"', to: '"Führung.md"' },
      { replace: 'ship/mode.toml', from: '"pack.toml"', to: '"gates.toml"' },
    )
    await rename(join(root, 'ship/card.md'), join(root, 'ship/Führung.md'))
    await rename(join(root, 'ship/pack.toml'), join(root, 'ship/gates.toml'))
    expect(modeNamed(await readAt(root), 'ship')).toMatchObject(whole)
  })

  test('a manifest may be taken for a card without harm', async () => {
    const root = await stageModes({ replace: 'ship/mode.toml', from: '"card.md"', to: '"mode.toml"' })
    expect(modeNamed(await readAt(root), 'ship')?.ledgerRule).toMatchObject({
      part: 'ledger-discovery-rule',
      why: 'absent',
    })
  })
})

describe('the caps', () => {
  test('a file above 1 MiB is too large, and not opened', async () => {
    const root = await stageModes()
    await truncate(join(root, 'ship/pack.toml'), limits.fileBytes + 1)
    await truncate(join(root, 'explore/mode.toml'), 2 ** 40)
    const registry = await readAt(root)
    expect(modeNamed(registry, 'ship')?.pack).toMatchObject({ why: 'too-large' })
    expect(brokenNamed(registry, 'explore')).toMatchObject({ why: 'too-large', claims: null })
    expect(registry.digest).toBe('unavailable')
  })

  test('a file of 1 MiB is read', async () => {
    const root = await stageModes({ write: 'ship/notes.md', text: 'x'.repeat(limits.fileBytes) })
    expect((await readAt(root)).digest).toMatch(/^sha256:/)
  })

  test('more than 1,024 bundles are refused by name: a map that is cut short would be silence', async () => {
    const root = await scratch()
    const names = Array.from({ length: limits.bundles + 1 }, (_, place) => `m${String(place)}`)
    await Promise.all(names.map((name) => changeRegistry(root, { write: `${name}/card.md`, text: '' })))
    const source = sourceAt(root)
    const refused = await source.snapshot()
    expect(refused).toMatchObject({ _tag: 'unreadable', detail: 'more than 1024 bundles' })
    expect(await source.snapshot()).toBe(refused)
    await rm(join(root, 'm0'), { recursive: true })
    expect((await readFrom(source)).broken).toHaveLength(limits.bundles)
  })

  test('more files than the digest covers cost the digest, and no mode', async () => {
    const root = await stageModes()
    await mkdir(join(root, 'explore/junk'))
    await mkdir(join(root, 'aaa'))
    await Promise.all(
      Array.from({ length: limits.files }, (_, place) => writeFile(join(root, 'aaa', String(place)), '')),
    )
    const source = sourceAt(root)
    const registry = await readFrom(source)
    expect(registry).toMatchObject({ digest: 'unavailable', broken: [] })
    expect(registry.modes).toMatchObject([
      { mode: 'explore', pack: { _tag: 'present' } },
      { mode: 'ship', pack: { _tag: 'present' } },
    ])
    await changeRegistry(root, { replace: 'ship/pack.toml', from: 'landed change record', to: 'a note' })
    expect(modeNamed(await readFrom(source), 'ship')).toMatchObject({ pack: { value: { closingArtifact: 'a note' } } })
  })

  test('links that make a few folders look like millions are cut short', { timeout: 20_000 }, async () => {
    const root = await stageModes()
    for (const level of Array.from({ length: 24 }).keys()) {
      await mkdir(join(root, `d${String(level)}`))
      for (const side of ['a', 'b']) await symlink(`../d${String(level + 1)}`, join(root, `d${String(level)}`, side))
    }
    await mkdir(join(root, 'd24'))
    const registry = await readAt(root)
    expect(registry.digest).toBe('unavailable')
    expect(registry.modes).toHaveLength(2)
  })
})
