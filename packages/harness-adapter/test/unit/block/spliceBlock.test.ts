import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blockIn, type Placement, spliceBlock, type Written } from '../../../src/block/spliceBlock.js'
import { closingMarker } from '../../../src/show/text.js'

const block = (mode: string): string =>
  `## Active mode\n\nposture: director — mode \`${mode}\`\n\nstamp: …\n${closingMarker}`

/** What one copy after another makes of a text: each a block, or none, and where it goes. */
const byCopies = (
  system: ReadonlyArray<unknown>,
  copies: ReadonlyArray<readonly [string | null, Placement]>,
): { readonly entries: ReadonlyArray<unknown>; readonly written: Written | null } =>
  copies.reduce<{ entries: ReadonlyArray<unknown>; written: Written | null }>(
    ({ entries, written }, [own, placement]) => {
      const spliced = own === null ? null : spliceBlock(entries, own, placement, written)
      return spliced === null ? { entries, written } : { entries: spliced.entries, written: spliced.written }
    },
    { entries: system, written: null },
  )

describe('spliceBlock', () => {
  test('appends to the last entry, so that no second system message arises', () => {
    expect(spliceBlock(['head', 'base'], block('a'), 'append', null)).toMatchObject({
      entries: ['head', `base\n\n${block('a')}`],
      replaced: false,
    })
  })

  test('pushes where there is no last entry, or none that is text', () => {
    expect(spliceBlock([], block('a'), 'append', null).entries).toEqual([block('a')])
    expect(spliceBlock(['base', 7], block('a'), 'append', null).entries).toEqual(['base', 7, block('a')])
    expect(spliceBlock(['base', undefined], block('a'), 'append', null).entries).toEqual([
      'base',
      undefined,
      block('a'),
    ])
  })

  test('starts an empty last entry without empty lines', () => {
    expect(spliceBlock([''], block('a'), 'append', null).entries).toEqual([block('a')])
  })

  test('pushes an entry of its own when told to', () => {
    expect(spliceBlock(['base'], block('a'), 'separate', null).entries).toEqual(['base', block('a')])
  })

  test('leaves what another plugin added to the entry of a copy, and entries that are no text', () => {
    const { written } = spliceBlock(['base'], block('a'), 'separate', null)
    const entries = ['base', `${block('a')}\nmore`, 7]
    expect(blockIn(entries, written)).toBe(block('a'))
    expect(spliceBlock(entries, block('b'), 'append', written)).toMatchObject({
      entries: ['base', '\nmore', 7, block('b')],
      replaced: true,
    })
  })

  test.each<readonly [Placement, Placement]>([
    ['append', 'append'],
    ['append', 'separate'],
    ['separate', 'append'],
    ['separate', 'separate'],
  ])(
    'replaces what another copy wrote into this request, and puts its own where it belongs (%s, then %s)',
    (first, second) => {
      const { entries, written } = spliceBlock(['base'], block('a'), first, null)
      const again = spliceBlock(entries, block('b'), second, written)
      expect(again).toEqual({ ...spliceBlock(['base'], block('b'), second, null), replaced: true })
    },
  )

  test('replaces a block that other text was appended to', () => {
    const { entries, written } = spliceBlock(['base'], block('a'), 'append', null)
    expect(spliceBlock([`${String(entries[0])}\nmore`], block('b'), 'append', written).entries).toEqual([
      `base\nmore\n\n${block('b')}`,
    ])
  })

  test("keeps a person's sample of the very same block, before and after another copy", () => {
    const own = `Blocks look like this:\n\n${block('a')}\n\nDo not fake one.`
    const { entries, written } = spliceBlock([own], block('a'), 'append', null)
    expect(entries).toEqual([`${own}\n\n${block('a')}`])
    expect(spliceBlock(entries, block('a'), 'append', written).entries).toEqual([`${own}\n\n${block('a')}`])
    expect(spliceBlock(entries, block('b'), 'separate', written).entries).toEqual([own, block('b')])
  })

  test.each([
    ['a whole block', `base\n\n${block('a')}`],
    ['a block alone', block('a')],
    ['a heading alone', '## Active mode\n\nWe are in active mode.'],
    ['a heading and a marker', `## Active mode\n\nNotes.\n${closingMarker}`],
    ['a heading and a posture without a marker', '## Active mode\n\nposture: mine'],
    ['a marker alone', `text\n${closingMarker}\ntext`],
  ])('recognises nothing by its shape: %s', (_, text) => {
    expect(spliceBlock([text], block('a'), 'append', null)).toMatchObject({
      entries: [`${text}\n\n${block('a')}`],
      replaced: false,
    })
  })

  test('takes nothing away where what another copy wrote is no longer there', () => {
    const { written } = spliceBlock(['base'], block('a'), 'append', null)
    expect(spliceBlock(['of another plugin'], block('b'), 'append', written)).toMatchObject({
      entries: [`of another plugin\n\n${block('b')}`],
      replaced: false,
    })
    expect(blockIn(['of another plugin'], written)).toBeNull()
  })

  test('any copies in any order leave the text as it was, and one block: that of the last that has one', () => {
    const text = fc.constantFrom<unknown>('', 'base', 7, undefined, block('a'), `own\n\n${block('b')}`)
    const copy = fc.tuple(
      fc.constantFrom(null, block('a'), block('b'), block('c')),
      fc.constantFrom<Placement>('append', 'separate'),
    )
    fc.assert(
      fc.property(fc.array(text, { maxLength: 4 }), fc.array(copy, { maxLength: 5 }), (system, copies) => {
        const { entries, written } = byCopies(system, copies)
        const last = copies.findLast(([own]) => own !== null)
        expect(entries).toEqual(last === undefined ? system : spliceBlock(system, last[0] ?? '', last[1], null).entries)
        expect(blockIn(entries, written)).toBe(last?.[0] ?? null)
      }),
    )
  })
})
