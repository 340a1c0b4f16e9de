import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Pack, Posture } from '@active-mode/core'
import { closingMarker } from '../../../src/render/closingMarker.js'
import { renderBlock } from '../../../src/render/renderBlock.js'
import { spliceBlock } from '../../../src/splice/spliceBlock.js'
import { expectStructure } from './structure.js'

/** Pieces that do harm when they meet, between characters of every kind. */
const hostile = fc.constantFrom(
  '## Active mode',
  'posture: copilot',
  'stamp: ',
  closingMarker,
  '<!-- /active',
  '-mode -->',
  '\n',
  '\r',
  '\u2028',
  '\u0085',
  '> ',
  '```',
  '`',
  '<!--',
  '\u200b',
  '\u202e',
  '\u001b[0m',
  '\ud800',
  ' ',
)

const field = fc.oneof(
  fc.array(fc.oneof(hostile, fc.string({ unit: 'binary', maxLength: 6 })), { maxLength: 12 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'binary', minLength: 150, maxLength: 400 }),
)

const pack: fc.Arbitrary<Pack> = fc.record({
  closingArtifact: fc.option(field),
  phases: fc
    .array(
      fc.record({
        name: field,
        roles: fc.array(field, { maxLength: 12 }),
        gates: fc.array(fc.record({ name: field, kind: field, owner: field }), { maxLength: 12 }),
      }),
      { minLength: 1, maxLength: 30 },
    )
    .map(([first, ...rest]) => [first ?? { name: '', roles: [], gates: [] }, ...rest]),
  handoffs: fc.array(fc.record({ kind: field, target: field }), { maxLength: 12 }),
})

const rule = fc.record({ text: fc.array(field, { maxLength: 60 }).map((fields) => fields.join('\n')), generator: field })

const bound = { mode: field, agent: field, via: fc.constantFrom('session-info' as const, 'fallback' as const), digest: field }

const posture: fc.Arbitrary<Posture> = fc.oneof(
  fc.record({ _tag: fc.constant('director' as const), ...bound, pack, ledgerRule: rule }),
  fc.record({
    _tag: fc.constant('degraded' as const),
    ...bound,
    pack: fc.option(pack),
    ledgerRule: fc.option(rule),
    missing: fc
      .array(fc.record({ part: field, why: fc.constantFrom('absent' as const, 'invalid' as const), detail: field }), { minLength: 1, maxLength: 2 })
      .map(([first, ...rest]) => [first ?? { part: '', why: 'absent' as const, detail: '' }, ...rest] as const),
  }),
  fc
    .array(
      fc.oneof(
        fc.record({ _tag: fc.constant('registry-unreadable' as const), detail: field }),
        fc.record({ _tag: fc.constant('ambiguous-binding' as const), agent: field, modes: fc.array(field, { maxLength: 30 }) }),
        fc.record({ _tag: fc.constant('version-gap' as const), directory: field, what: fc.constantFrom('floor' as const, 'schema' as const), needs: field, supports: fc.constant('1') }),
      ),
      { minLength: 1, maxLength: 40 },
    )
    .map(([first, ...rest]) => ({ _tag: 'unresolvable' as const, reasons: [first ?? { _tag: 'registry-unreadable' as const, detail: '' }, ...rest] as const })),
)

const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const runs = { seed, numRuns: Number(process.env['RENDER_RUNS'] ?? 300) }

describe(`blocks of arbitrary bundles (seed ${seed})`, () => {
  test('keep their structure, whatever stands in the fields', () => {
    fc.assert(
      fc.property(posture, (any) => {
        expectStructure(renderBlock(any, { _tag: 'absent' }) ?? '', any._tag === 'unresolvable' ? 0 : 1)
      }),
      runs,
    )
  })

  test('are the same bytes for the same posture', () => {
    fc.assert(
      fc.property(posture, (any) => {
        expect(renderBlock(structuredClone(any), { _tag: 'absent' })).toBe(renderBlock(any, { _tag: 'absent' }))
      }),
      runs,
    )
  })

  test('are found again and replaced, and leave the text before them as it was', () => {
    fc.assert(
      fc.property(posture, posture, fc.constantFrom('append' as const, 'separate' as const), field, (one, other, placement, base) => {
        const first = renderBlock(one, { _tag: 'absent' })
        const second = renderBlock(other, { _tag: 'absent' })
        const bare = base.replaceAll(closingMarker, '')
        const once = spliceBlock([bare], first, placement).entries
        expect(spliceBlock(once, second, placement)).toEqual({ entries: spliceBlock([bare], second, placement).entries, replaced: 1 })
      }),
      runs,
    )
  })
})
