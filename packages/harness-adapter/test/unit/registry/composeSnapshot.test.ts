import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import type { BrokenBundle, BrokenWhy } from '@active-mode/core'
import type { BundleReading } from '../../../src/registry/assembleBundle.js'
import { composeSnapshot, type RegistryFindings } from '../../../src/registry/composeSnapshot.js'
import { nothingRemembered, type Remembered } from '../../../src/registry/memory.js'

const mode = (name: string): BundleReading => ({
  directory: name,
  floor: { directory: name, schemaVersion: '1', pluginFloor: '1' },
  bundle: E.right({
    mode: name,
    agent: name,
    aliases: [],
    pack: { _tag: 'missing', part: 'pack.toml', why: 'absent', detail: 'pack.toml: there is no such file' },
    ledgerRule: { _tag: 'present', value: { text: 'RULE', generator: 'v1' } },
  }),
  readable: [],
  unknownKeys: [],
})

const broken = (directory: string, why: BrokenWhy, claims: BrokenBundle['claims']): BundleReading => ({
  directory,
  floor: null,
  bundle: E.left({ directory, why, detail: 'mode.toml: broken', claims }),
  readable: [],
  unknownKeys: [],
})

const compose = (findings: Partial<RegistryFindings>) =>
  composeSnapshot({
    digest: 'sha256:00',
    stagerAtWork: false,
    bundles: [],
    file: null,
    remembered: nothingRemembered,
    ...findings,
  })

/** What was seen of these folders, all of them whole. */
const seen = (claims: Readonly<Record<string, ReadonlyArray<string>>>, wasWhole = true): Remembered => ({
  bundles: new Map(
    Object.entries(claims).map(([directory, ids]) => [directory, { claims: ids, isKnown: wasWhole, wasWhole }]),
  ),
  file: null,
})

describe('composeSnapshot', () => {
  test('is sorted by folder, however the bundles were found', () => {
    const bundles = [mode('ship'), broken('lug', 'invalid', []), mode('explore'), broken('haul', 'invalid', [])]
    expect(compose({ bundles })).toEqual(compose({ bundles: bundles.toReversed() }))
    expect(compose({ bundles }).modes.map((each) => each.mode)).toEqual(['explore', 'ship'])
  })

  test('a bundle that is remembered and gone is broken and keeps its claims', () => {
    expect(
      compose({ bundles: [mode('ship')], remembered: seen({ haul: ['quartermaster', 'porter'], ship: ['ship'] }) })
        .broken,
    ).toEqual([
      { directory: 'haul', why: 'vanished', detail: expect.any(String) as string, claims: ['quartermaster', 'porter'] },
    ])
  })

  test('a bundle that never was whole cannot vanish', () => {
    expect(compose({ remembered: seen({ half: ['mate'] }, false) }).broken).toEqual([])
  })

  test('a bundle that breaks keeps the claims it was seen to make', () => {
    const remembered = seen({ haul: ['quartermaster', 'porter'] })
    expect(compose({ bundles: [broken('haul', 'invalid', ['haul'])], remembered }).broken).toMatchObject([
      { claims: ['haul', 'quartermaster', 'porter'] },
    ])
  })

  test('a bundle that can no longer say what it claims keeps what it was seen to claim; one never seen may claim anybody', () => {
    const remembered = seen({ haul: ['quartermaster'] })
    expect(compose({ bundles: [broken('haul', 'invalid', null)], remembered }).broken).toMatchObject([
      { claims: ['quartermaster'] },
    ])
    expect(compose({ bundles: [broken('haul', 'invalid', null)] }).broken).toMatchObject([{ claims: null }])
  })

  test('while a stager is at work a bundle without manifest is staging, and whatever is incomplete names the lock', () => {
    const { broken: found, modes } = compose({
      stagerAtWork: true,
      bundles: [broken('haul', 'no-manifest', null), broken('lug', 'invalid', []), mode('ship')],
    })
    expect(found).toMatchObject([
      { directory: 'haul', why: 'staging', claims: null },
      { directory: 'lug', why: 'invalid' },
    ])
    const missing = modes.flatMap(({ pack }) => (pack._tag === 'missing' ? [pack] : []))
    expect([...found, ...missing].map(({ detail }) => detail)).toEqual(
      Array.from({ length: 3 }, () => expect.stringContaining('.staging-lock.json') as string),
    )
  })

  test('a bundle that is gone says so in one sentence', () => {
    expect(compose({ remembered: seen({ haul: ['porter'] }) }).broken).toEqual([
      {
        directory: 'haul',
        why: 'vanished',
        detail: 'this process has seen the bundle, and it is gone',
        claims: ['porter'],
      },
    ])
  })

  test('what a broken bundle says is told as it is, and with the lock while a stager is at work', () => {
    const bundles = [broken('lug', 'invalid', [])]
    expect(compose({ bundles }).broken).toMatchObject([{ detail: 'mode.toml: broken' }])
    const detail = 'mode.toml: broken (.staging-lock.json is live: a stager is at work)'
    expect(compose({ bundles, stagerAtWork: true }).broken).toMatchObject([{ detail }])
  })

  test('without a stager a bundle without manifest is broken, and whatever is incomplete is told as it is', () => {
    const { broken: found, modes } = compose({ bundles: [broken('haul', 'no-manifest', null), mode('ship')] })
    expect(found).toMatchObject([{ why: 'no-manifest' }])
    expect(modes).toMatchObject([{ pack: { detail: 'pack.toml: there is no such file' } }])
    expect(compose({ bundles: [mode('ship')], stagerAtWork: true }).modes[0]?.ledgerRule).toEqual(modes[0]?.ledgerRule)
  })

  test('a broken bundle claims what can still be read of it, each once; that alone makes no claims known', () => {
    const reading = (claims: BrokenBundle['claims']) => ({
      ...broken('haul', 'invalid', claims),
      readable: ['mate', 'porter'],
    })
    expect(compose({ bundles: [reading(['porter'])] }).broken).toMatchObject([{ claims: ['porter', 'mate'] }])
    expect(compose({ bundles: [reading(null)] }).broken).toMatchObject([{ claims: null }])
    expect(compose({ bundles: [reading(null)], remembered: seen({ haul: ['x'] }, false) }).broken).toMatchObject([
      { claims: null },
    ])
    expect(compose({ bundles: [reading(null)], remembered: seen({ haul: ['x'] }) }).broken).toMatchObject([
      { claims: ['mate', 'porter', 'x'] },
    ])
  })

  test('the floors are those of the manifests that could be read so far, and the file is told among what is broken', () => {
    expect(
      compose({
        bundles: [mode('ship'), broken('haul', 'invalid', [])],
        file: E.left({ why: 'invalid', detail: 'torn' }),
      }),
    ).toMatchObject({
      _tag: 'staged',
      digest: 'sha256:00',
      ledger: 'unknown (torn)',
      floors: [{ directory: 'ship' }],
      broken: [{ directory: 'active-mode.toml' }, { directory: 'haul' }],
    })
  })

  test('the faults of the file stay in their order', () => {
    const faults = ['first', 'second', 'third'].map((detail) => ({ claims: [], detail }))
    const file = E.right({ aliases: [], unusable: faults, ledger: null, isBlank: false, unknownKeys: [] })
    expect(compose({ file }).broken.map(({ detail }) => detail)).toEqual(['first', 'second', 'third'])
  })
})
