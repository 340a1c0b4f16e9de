import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import type { BundleReading } from '../../../src/registry/assembleBundle.js'
import type { RegistryFile, RegistryFileReading } from '../../../src/registry/format/registryFile.js'
import { freshMemory, remember, type RootMemory } from '../../../src/registry/memory.js'

// What one look leaves behind; what comes of it on disk is in `live/memory.test.ts`.

const whole = (directory: string, agent = directory): BundleReading => ({
  directory,
  floor: null,
  bundle: E.right({
    mode: directory,
    agent,
    aliases: [],
    pack: { _tag: 'missing', part: 'pack.toml', why: 'absent', detail: '' },
    ledgerRule: { _tag: 'missing', part: 'card.md', why: 'absent', detail: '' },
  }),
  readable: [agent],
  unknownKeys: [],
})

const broken = (
  directory: string,
  claims: ReadonlyArray<string> | null,
  readable: ReadonlyArray<string> = [],
): BundleReading => ({
  directory,
  floor: null,
  bundle: E.left({ directory, why: 'invalid', detail: '', claims }),
  readable,
  unknownKeys: [],
})

const file = (change: Partial<RegistryFile> = {}): RegistryFileReading =>
  E.right({
    aliases: [{ id: 'skipper', mode: 'ship' }],
    unusable: [],
    ledger: null,
    isBlank: false,
    unknownKeys: [],
    ...change,
  })

/** What one look found: bundles and a file. */
type Look = readonly [ReadonlyArray<BundleReading>, RegistryFileReading?]

/** The memory after these looks. */
const after = (...looks: ReadonlyArray<Look>): RootMemory => {
  const memory = freshMemory()
  for (const [bundles, reading] of looks) remember(memory, bundles, reading ?? null)
  return memory
}

const known = (...looks: ReadonlyArray<Look>) => Object.fromEntries(after(...looks).bundles)

describe('a bundle', () => {
  test('that is whole claims its agent', () => {
    expect(known([[whole('ship', 'captain')]])).toEqual({
      ship: { claims: ['captain'], isKnown: true, wasWhole: true },
    })
  })

  test('that is whole again replaces what was known of it', () => {
    expect(known([[whole('ship', 'captain')]], [[broken('ship', ['mate'])]], [[whole('ship')]])).toEqual({
      ship: { claims: ['ship'], isKnown: true, wasWhole: true },
    })
  })

  test('that breaks adds to what it was seen to claim, each once', () => {
    expect(known([[whole('ship')]], [[broken('ship', ['mate', 'ship'], ['pilot', 'mate'])]])).toEqual({
      ship: { claims: ['ship', 'mate', 'pilot'], isKnown: true, wasWhole: true },
    })
  })

  test('that breaks and says nothing keeps what it was seen to claim', () => {
    expect(known([[whole('ship')]], [[broken('ship', null)]])).toEqual({
      ship: { claims: ['ship'], isKnown: true, wasWhole: true },
    })
  })

  test('that never was whole is remembered for what it claims, and known where it could be read to its end', () => {
    expect(known([[broken('a', ['x']), broken('b', null, ['y']), broken('c', []), broken('d', null)]])).toEqual({
      a: { claims: ['x'], isKnown: true, wasWhole: false },
      b: { claims: ['y'], isKnown: false, wasWhole: false },
      c: { claims: [], isKnown: true, wasWhole: false },
    })
  })

  test('that never was whole becomes known when it is read to its end', () => {
    expect(known([[broken('a', null, ['x'])]], [[broken('a', ['x'])]])).toEqual({
      a: { claims: ['x'], isKnown: true, wasWhole: false },
    })
  })

  test('that is gone is remembered where it was whole, and forgotten where it was a draft', () => {
    expect(Object.keys(known([[whole('ship'), broken('draft', ['x'])]], [[]]))).toEqual(['ship'])
  })
})

describe('the registry file', () => {
  const skipper = [{ id: 'skipper', mode: 'ship' }]

  test('is remembered for its aliases, and for whether it said where the ledgers lie', () => {
    expect(after([[], file()]).file).toEqual({ aliases: skipper, hasLedger: false })
    expect(after([[], file({ ledger: 'x' })]).file).toEqual({ aliases: skipper, hasLedger: true })
  })

  test.each<[string, RegistryFileReading]>([
    ['is gone', null],
    ['cannot be read', E.left({ why: 'invalid', detail: '' })],
    ['is blank', file({ aliases: [], isBlank: true })],
  ])('keeps what it said when it %s', (_, reading) => {
    expect(after([[], file()], [[], reading]).file).toEqual({ aliases: skipper, hasLedger: false })
  })

  test('that is blank and never was more says nothing', () => {
    expect(after([[], file({ aliases: [], isBlank: true })]).file).toEqual({ aliases: [], hasLedger: false })
    expect(after([[], null]).file).toBeNull()
  })

  test('that says otherwise replaces what it said', () => {
    expect(after([[], file()], [[], file({ aliases: [] })]).file).toEqual({ aliases: [], hasLedger: false })
  })
})

describe('other copies of the plugin look again', () => {
  const looks: ReadonlyArray<[string, number, ReadonlyArray<Look>]> = [
    ['once for all that one look found', 1, [[[whole('a'), whole('b')], file()]]],
    ['not where nothing was found', 0, [[[]], [[broken('a', null)]]]],
    [
      'not where the same was found again',
      1,
      [
        [[whole('a'), broken('b', ['x'])], file()],
        [[whole('a'), broken('b', ['x'])], file()],
      ],
    ],
    ['where a bundle claims another', 2, [[[whole('a', 'x')]], [[whole('a', 'y')]]]],
    ['where a bundle claims more', 2, [[[broken('a', ['x'])]], [[broken('a', ['x', 'y'])]]]],
    ['where a draft becomes whole', 2, [[[broken('a', ['a'])]], [[whole('a')]]]],
    ['where what a draft claims becomes known', 2, [[[broken('a', null, ['a'])]], [[broken('a', ['a'])]]]],
    ['where a draft is cleared away', 2, [[[broken('a', ['a'])]], [[]]]],
    [
      'where the file says otherwise',
      2,
      [
        [[], file()],
        [[], file({ ledger: 'x' })],
      ],
    ],
    [
      'not where the file is gone',
      1,
      [
        [[], file()],
        [[], null],
      ],
    ],
  ]
  test.each(looks)('%s', (_, revision, all) => {
    expect(after(...all).revision).toBe(revision)
  })

  test('and a look that finds the same leaves the very same value', () => {
    const memory = after([[whole('a')], file()])
    const [bundle, before] = [memory.bundles.get('a'), memory.file]
    remember(memory, [whole('a')], file())
    expect(memory.bundles.get('a')).toBe(bundle)
    expect(memory.file).toBe(before)
  })
})

test('nobody has looked at a fresh memory', () => {
  expect(freshMemory()).toEqual({ seen: false, bundles: new Map(), file: null, revision: 0 })
})
