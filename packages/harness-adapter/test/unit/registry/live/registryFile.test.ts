import { chmod, mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { decidePosture, type RegistryBundle } from '@active-mode/core'
import { readRegistryOnce } from '../../../../src/registry/live/readRegistryOnce.js'
import {
  brokenNamed,
  changeRegistry,
  makeFifo,
  modeNamed,
  readAt,
  readFrom,
  sourceAt,
  staged,
  stageModes,
  unprivileged,
} from '../scratch.js'

const file = 'active-mode.toml'

/** A registry of two modes with this file at its root. */
const stageWith = async (text: string | Uint8Array) => stageModes({ write: file, text })

const readWith = async (text: string) => readAt(await stageWith(text))

const write = (root: string, text: string) => changeRegistry(root, { write: file, text })

/** What an agent is in a registry, in a word, with its mode. */
const postureIn = (bundle: RegistryBundle, agent: string): string => {
  const posture = decidePosture({ _tag: 'known', sessionId: 'ses_1', agent }, bundle, { _tag: 'unread' })
  return 'mode' in posture ? `${posture._tag} ${posture.mode}` : posture._tag
}

describe('an alias', () => {
  test('binds its mode, whatever id the harness takes', async () => {
    const bundle = await readWith(
      '[aliases]\nskipper = "ship"\n"old.ship" = "ship"\n"Lead Director" = "explore"\n"舵手" = "ship"\nship = "ship"\n',
    )
    expect(modeNamed(bundle, 'ship')?.aliases).toEqual(['old.ship', 'skipper', '舵手'])
    expect(modeNamed(bundle, 'explore')?.aliases).toEqual(['Lead Director'])
    expect(bundle.broken).toEqual([])
  })

  test('is a claim of its mode while that is broken, and once it has vanished', async () => {
    const root = await stageWith('[aliases]\nskipper = "ship"\n')
    const source = sourceAt(root)
    expect(postureIn(await source.snapshot(), 'skipper')).toBe('director ship')
    await changeRegistry(root, { replace: 'ship/mode.toml', from: 'plugin = "1"', to: '' })
    expect(brokenNamed(await readFrom(source), 'ship')).toMatchObject({ why: 'invalid', claims: ['ship', 'skipper'] })
    await changeRegistry(root, { remove: 'ship' })
    const bundle = await readFrom(source)
    expect(brokenNamed(bundle, 'ship')).toMatchObject({ why: 'vanished', claims: ['ship', 'skipper'] })
    expect(bundle.broken).toHaveLength(1)
  })

  test('leaves unknown claims unknown', async () => {
    const root = await stageWith('[aliases]\nporter = "half"\n')
    await changeRegistry(root, { write: 'half/card.md', text: 'x' })
    expect((await readAt(root)).broken).toMatchObject([{ directory: 'half', claims: null }])
  })

  test('to a mode that was never here is broken by itself, one entry for each', async () => {
    const { broken, modes } = await readWith('[aliases]\nskipper = "shipp"\nmate = "haul"\npilot = "ship"\n')
    expect(broken).toMatchObject([
      { directory: file, why: 'invalid', claims: ['mate'] },
      { directory: file, why: 'invalid', claims: ['skipper'] },
    ])
    expect(modes).toHaveLength(2)
  })

  test('with a dot has to be quoted, and the error says so; it is claimed all the same', async () => {
    const bundle = await readWith('[aliases]\nold.ship = "ship"\n')
    expect(bundle.broken).toMatchObject([
      {
        directory: file,
        why: 'invalid',
        claims: ['old', 'old.ship'],
        detail: expect.stringContaining('quote') as string,
      },
    ])
    expect(postureIn(bundle, 'old.ship')).toBe('unresolvable')
    expect(postureIn(bundle, 'build')).toBe('copilot')
  })

  test.each([
    ['a number', '7'],
    ['an empty text', '""'],
    ['an array', '["ship"]'],
    ['a date', '2026-08-14'],
  ])('that is %s claims its id and binds nothing', async (_, value) => {
    const bundle = await readWith(`[aliases]\nskipper = ${value}\npilot = "ship"\n`)
    expect(bundle.broken).toMatchObject([{ directory: file, why: 'invalid', claims: ['skipper'] }])
    expect(postureIn(bundle, 'pilot')).toBe('director ship')
  })

  test('is one in an inline table or behind dotted keys, too', async () => {
    for (const text of [
      'aliases = { skipper = "ship" }\n',
      'aliases.skipper = "ship"\n',
      "\uFEFF[ 'aliases' ]\r\n'skipper' = '''ship'''\r\n",
    ])
      expect(postureIn(await readWith(text), 'skipper')).toBe('director ship')
  })

  test('in a manifest is an unknown key, which binds nobody', async () => {
    const root = await stageWith('')
    await changeRegistry(root, {
      replace: 'ship/mode.toml',
      from: 'agent = "ship"',
      to: 'agent = "ship"\naliases = ["skipper"]',
    })
    expect(postureIn(await sourceAt(root).snapshot(), 'skipper')).toBe('copilot')
    expect((await readRegistryOnce({ path: root, namedByOption: true })).unknownKeys).toEqual([
      'ship/mode.toml: aliases',
    ])
  })

  test('shows on the next request, and is free again on the one after it is gone', async () => {
    const root = await stageWith('[aliases]\nskipper = "ship"\n')
    const source = sourceAt(root)
    const first = await source.snapshot()
    expect(await source.snapshot()).toBe(first)
    await write(root, '[aliases]\npilot = "ship"\n')
    const second = await source.snapshot()
    expect(['skipper', 'pilot'].map((agent) => postureIn(second, agent))).toEqual(['copilot', 'director ship'])
  })
})

describe('a file that does not parse', () => {
  test('keeps the aliases that were last read whole', async () => {
    const root = await stageWith('ledger = "logs/x.md"\n[aliases]\nskipper = "ship"\n')
    const source = sourceAt(root)
    await source.snapshot()
    await write(root, 'ledger = "logs/x.md"\n[aliases]\nskipper = ship\n')
    const bundle = await readFrom(source)
    expect(['skipper', 'build'].map((agent) => postureIn(bundle, agent))).toEqual(['director ship', 'copilot'])
    expect(brokenNamed(bundle, file)).toMatchObject({
      why: 'invalid',
      detail: expect.stringMatching(/^active-mode\.toml:3:\d+: /) as string,
      claims: ['skipper'],
    })
    expect(bundle.ledger).toMatch(/^unknown \(active-mode\.toml:3:\d+: /)
    expect(postureIn(await sourceAt(root).snapshot(), 'skipper')).toBe('director ship')
  })

  test('and never did may claim anybody', async () => {
    const bundle = await readWith('[aliases\n')
    expect(bundle.broken).toMatchObject([{ directory: file, why: 'invalid', claims: null }])
    expect(['ship', 'build'].map((agent) => postureIn(bundle, agent))).toEqual(['director ship', 'unresolvable'])
  })

  test.each([['aliases = "ship"'], ['aliases = ["skipper"]'], ['[[aliases]]\nskipper = "ship"']])(
    'as far as its aliases go may claim anybody: %s',
    async (text) => {
      expect((await readWith(`${text}\n`)).broken).toMatchObject([{ directory: file, why: 'invalid', claims: null }])
    },
  )

  test.each<[string, (path: string) => Promise<unknown>, string]>([
    ['a folder', async (path) => mkdir(path), 'unreadable'],
    ['a FIFO', makeFifo, 'unreadable'],
    ['a link that leads nowhere', async (path) => symlink('nowhere', path), 'unreadable'],
  ])('being %s is named, and no bundle', async (_, make, why) => {
    const root = await stageModes()
    await make(join(root, file))
    const bundle = await readAt(root)
    expect(bundle.broken).toMatchObject([{ directory: file, why, claims: null }])
    expect(bundle.ledger).toMatch(/^unknown \(active-mode\.toml: /)
  })

  test('since it may not be read, or is too large, is named', async () => {
    const root = await stageWith('x = 1')
    await chmod(join(root, file), 0)
    expect(staged(await unprivileged(sourceAt(root).snapshot))).toMatchObject({
      ledger: 'unknown (active-mode.toml: EACCES)',
      broken: [{ why: 'unreadable', claims: null }],
    })
    expect((await readWith(`# ${'x'.repeat(1024 * 1024)}`)).broken).toMatchObject([{ why: 'too-large', claims: null }])
  })

  test('since it is empty keeps what it said: so a file looks half way through being saved', async () => {
    const root = await stageWith('[aliases]\nskipper = "ship"\n')
    const source = sourceAt(root)
    await source.snapshot()
    await write(root, '')
    expect(postureIn(await source.snapshot(), 'skipper')).toBe('director ship')
    expect(await readWith('')).toMatchObject({ ledger: null, broken: [] })
  })

  test('since it is gone keeps its aliases claimed, until a whole one says otherwise', async () => {
    const root = await stageWith('ledger = "logs/x.md"\n[aliases]\nskipper = "ship"\n')
    const source = sourceAt(root)
    await source.snapshot()
    await changeRegistry(root, { remove: file })
    const bundle = await readFrom(source)
    expect(brokenNamed(bundle, file)).toMatchObject({ why: 'vanished', claims: ['skipper'] })
    expect(bundle.ledger).toMatch(/^unknown \(active-mode\.toml: /)
    expect(['skipper', 'build'].map((agent) => postureIn(bundle, agent))).toEqual(['unresolvable', 'copilot'])
    await write(root, '# nothing any more\n')
    expect(await readFrom(source)).toMatchObject({ ledger: null, broken: [] })
  })
})

describe('the ledger', () => {
  test('is the sentence of the file, and null without one', async () => {
    expect((await readWith('ledger = "~/vault/logs/<day>.md"\n')).ledger).toBe('~/vault/logs/<day>.md')
    expect((await readWith('[aliases]\n')).ledger).toBeNull()
  })

  test.each([['7'], ['""'], ['"  "'], ['["a"]'], ['"""\na\nb"""'], ['"a\\u2028b"']])(
    'that is %s costs its line alone',
    async (value) => {
      const bundle = await readWith(`ledger = ${value}\n[aliases]\nskipper = "ship"\n`)
      expect(bundle.ledger).toBe('unknown (active-mode.toml: `ledger` is not one line of text)')
      expect(bundle.broken).toEqual([])
      expect(postureIn(bundle, 'skipper')).toBe('director ship')
    },
  )
})

test('the file is part of the digest, and its unknown keys are told', async () => {
  const root = await stageWith('ledger = "a"\nledgers = "b"\n')
  const source = sourceAt(root)
  const { digest } = await readFrom(source)
  await write(root, 'ledger = "a"\nledgers = "c"\n')
  expect((await readFrom(source)).digest).not.toBe(digest)
  expect((await readRegistryOnce({ path: root, namedByOption: true })).unknownKeys).toEqual([
    'active-mode.toml: ledgers',
  ])
})
