import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import type { BrokenBundle, ModeBundle } from '@active-mode/core'
import { applyAliases, fileInForce } from '../../../src/registry/aliases.js'
import type { RegistryFile } from '../../../src/registry/format/registryFile.js'

const file = (change: Partial<RegistryFile> = {}) =>
  E.right({ aliases: [], unusable: [], ledger: null, isBlank: false, unknownKeys: [], ...change })

const skipper = { id: 'skipper', mode: 'ship' }

const saidNothing = { aliases: [], hasLedger: false }

describe('the registry file in force', () => {
  const detail = 'active-mode.toml:3:1: invalid value'
  const torn = E.left({ why: 'invalid', detail } as const)
  const gone = 'active-mode.toml: this process has seen the file, and it is gone'

  test('is the one that was read', () => {
    expect(fileInForce(file({ aliases: [skipper], ledger: 'x' }), null)).toEqual({
      aliases: [skipper],
      ledger: 'x',
      broken: [],
    })
  })

  test('names each alias that binds nobody', () => {
    expect(fileInForce(file({ unusable: [{ claims: ['a'], detail: 'why' }] }), null).broken).toEqual([
      { directory: 'active-mode.toml', why: 'invalid', detail: 'why', claims: ['a'] },
    ])
  })

  test.each([null, saidNothing])('is none where there is none, and never said anything (%j)', (remembered) => {
    const none = { aliases: [], ledger: null, broken: [] }
    expect(fileInForce(null, remembered)).toEqual(none)
    expect(fileInForce(file({ isBlank: true }), remembered)).toEqual(none)
  })

  test('that is torn keeps the aliases that it had, and what it says of ledgers cannot be known', () => {
    expect(fileInForce(torn, { aliases: [skipper], hasLedger: false })).toEqual({
      aliases: [skipper],
      ledger: `unknown (${detail})`,
      broken: [{ directory: 'active-mode.toml', why: 'invalid', detail, claims: ['skipper'] }],
    })
  })

  test('that is torn and never was whole may claim anybody', () => {
    expect(fileInForce(torn, null)).toMatchObject({ aliases: [], broken: [{ claims: null }] })
  })

  test('that is blank and said something is about to be saved', () => {
    expect(fileInForce(file({ isBlank: true }), { aliases: [skipper], hasLedger: true })).toEqual({
      aliases: [skipper],
      ledger: 'unknown (active-mode.toml: the file is empty)',
      broken: [
        {
          directory: 'active-mode.toml',
          why: 'invalid',
          detail: 'active-mode.toml: the file is empty',
          claims: ['skipper'],
        },
      ],
    })
  })

  test('that is gone has vanished: its aliases bind nobody, and are claimed', () => {
    const broken = [{ directory: 'active-mode.toml', why: 'vanished', detail: gone, claims: ['skipper'] }]
    expect(fileInForce(null, { aliases: [skipper], hasLedger: false })).toEqual({ aliases: [], ledger: null, broken })
    expect(fileInForce(null, { aliases: [skipper], hasLedger: true }).ledger).toBe(`unknown (${gone})`)
  })

  test('that is gone has vanished, if all that it said was where the ledgers lie', () => {
    expect(fileInForce(null, { aliases: [], hasLedger: true })).toEqual({
      aliases: [],
      ledger: `unknown (${gone})`,
      broken: [{ directory: 'active-mode.toml', why: 'vanished', detail: gone, claims: [] }],
    })
  })
})

describe('aliases', () => {
  const mode = (name: string): ModeBundle => ({
    mode: name,
    agent: name,
    aliases: [],
    pack: { _tag: 'missing', part: 'pack.toml', why: 'absent', detail: '' },
    ledgerRule: { _tag: 'missing', part: 'card.md', why: 'absent', detail: '' },
  })
  const broken = (directory: string, claims: BrokenBundle['claims']): BrokenBundle => ({
    directory,
    why: 'invalid',
    detail: '',
    claims,
  })
  const bundles = { modes: [mode('ship'), mode('explore')], broken: [broken('haul', ['porter']), broken('lug', null)] }

  test('that are none change nothing: the modes are the very same values', () => {
    const applied = applyAliases([], bundles)
    expect(applied.modes).toBe(bundles.modes)
    expect(applied.broken).toBe(bundles.broken)
  })

  test('of one mode are none of another', () => {
    const { modes, broken: found } = applyAliases([skipper], bundles)
    expect(modes.map(({ aliases }) => aliases)).toEqual([['skipper'], []])
    expect(found).toEqual(bundles.broken)
  })

  test('bind their mode, but for its own agent', () => {
    const { modes } = applyAliases(
      [skipper, { id: 'mate', mode: 'ship' }, { id: 'ship', mode: 'ship' }, { id: 'scout', mode: 'explore' }],
      bundles,
    )
    expect(modes.map(({ aliases }) => aliases)).toEqual([['skipper', 'mate'], ['scout']])
  })

  test('are claimed by their mode while it is broken, each once; unknown claims stay unknown', () => {
    const { broken: found } = applyAliases(
      [
        { id: 'hauler', mode: 'haul' },
        { id: 'porter', mode: 'haul' },
        { id: 'lugger', mode: 'lug' },
      ],
      bundles,
    )
    expect(found.map(({ claims }) => claims)).toEqual([['porter', 'hauler'], null])
  })

  test('of a mode that was never here are broken one by one, and claim their own id', () => {
    const { broken: found } = applyAliases(
      [skipper, { id: 'mate', mode: 'shipp' }, { id: 'pilot', mode: 'boat' }],
      bundles,
    )
    expect(found.slice(2)).toEqual(
      ['mate', 'pilot'].map((id) => ({
        directory: 'active-mode.toml',
        why: 'invalid',
        detail: 'active-mode.toml: an alias names a mode that was never here',
        claims: [id],
      })),
    )
  })
})
