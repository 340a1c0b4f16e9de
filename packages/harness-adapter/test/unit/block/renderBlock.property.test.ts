import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { renderBlock } from '../../../src/block/renderBlock.js'
import { spliceBlock } from '../../../src/block/spliceBlock.js'
import { field, hostilePosture, registryOf } from './hostilePosture.js'
import { expectStructure } from './structure.js'

const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const runs = { seed, numRuns: Number(process.env['RENDER_RUNS'] ?? 300) }

describe(`blocks of arbitrary bundles (seed ${seed})`, () => {
  test('keep their structure, whatever stands in the fields', () => {
    fc.assert(
      fc.property(hostilePosture, fc.array(field, { maxLength: 60 }), (any, names) => {
        expectStructure(renderBlock(any, registryOf(any, names)) ?? '', any._tag === 'unresolvable' ? 0 : 1)
      }),
      runs,
    )
  })

  test('are the same bytes for the same posture', () => {
    fc.assert(
      fc.property(hostilePosture, (any) => {
        expect(renderBlock(structuredClone(any), { _tag: 'absent' })).toBe(renderBlock(any, { _tag: 'absent' }))
      }),
      runs,
    )
  })

  test('are found again and replaced, and leave the text before them as it was', () => {
    fc.assert(
      fc.property(
        hostilePosture,
        hostilePosture,
        fc.constantFrom('append' as const, 'separate' as const),
        field,
        (one, other, placement, base) => {
          const first = renderBlock(one, { _tag: 'absent' }) ?? ''
          const second = renderBlock(other, { _tag: 'absent' }) ?? ''
          const once = spliceBlock([base], first, placement, null)
          expect(spliceBlock(once.entries, second, placement, once.written)).toEqual({
            ...spliceBlock([base], second, placement, null),
            replaced: true,
          })
        },
      ),
      runs,
    )
  })
})
