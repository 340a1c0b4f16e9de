import { describe, expect, test } from 'vitest'
import { closingMarker } from '../../../src/render/closingMarker.js'
import { spliceBlock } from '../../../src/splice/spliceBlock.js'

const block = (mode: string): string => `## Active mode\n\nposture: director — mode \`${mode}\`\n\nstamp: …\n${closingMarker}`

describe('spliceBlock', () => {
  test('appends to the last entry, so that no second system message arises', () => {
    expect(spliceBlock(['head', 'base'], block('a'), 'append')).toEqual({ entries: ['head', `base\n\n${block('a')}`], replaced: 0 })
  })

  test('pushes where there is no last entry, or none that is text', () => {
    expect(spliceBlock([], block('a'), 'append').entries).toEqual([block('a')])
    expect(spliceBlock(['base', 7], block('a'), 'append').entries).toEqual(['base', 7, block('a')])
    expect(spliceBlock(['base', undefined], block('a'), 'append').entries).toEqual(['base', undefined, block('a')])
  })

  test('starts an empty last entry without empty lines', () => {
    expect(spliceBlock([''], block('a'), 'append').entries).toEqual([block('a')])
  })

  test('pushes an entry of its own when told to', () => {
    expect(spliceBlock(['base'], block('a'), 'separate').entries).toEqual(['base', block('a')])
  })

  test.each(['append', 'separate'] as const)('replaces the block of another copy (%s)', (placement) => {
    const once = spliceBlock(['base'], block('a'), placement).entries
    expect(spliceBlock(once, block('b'), placement)).toEqual({ entries: spliceBlock(['base'], block('b'), placement).entries, replaced: 1 })
  })

  test('replaces a block that other text was appended to', () => {
    expect(spliceBlock([`base\n\n${block('a')}\nmore`], block('b'), 'append').entries).toEqual([`base\nmore\n\n${block('b')}`])
  })

  test('takes a stale block away where nothing is to be said', () => {
    expect(spliceBlock([`base\n\n${block('a')}`], null, 'append')).toEqual({ entries: ['base'], replaced: 1 })
    expect(spliceBlock(['base', block('a')], null, 'append')).toEqual({ entries: ['base'], replaced: 1 })
  })

  test.each([
    ['a heading alone', '## Active mode\n\nWe are in active mode.'],
    ['a heading and a marker', `## Active mode\n\nNotes.\n${closingMarker}`],
    ['a heading and a posture without a marker', '## Active mode\n\nposture: mine'],
    ['a marker alone', `text\n${closingMarker}\ntext`],
    ['no empty line', `## Active mode\nposture: x\n${closingMarker}`],
    ['another level', `### Active mode\n\nposture: x\n${closingMarker}`],
  ])('leaves the own text of a person: %s', (_, text) => {
    expect(spliceBlock([text], null, 'append')).toEqual({ entries: [text], replaced: 0 })
    expect(spliceBlock([text], block('a'), 'append').entries).toEqual([`${text}\n\n${block('a')}`])
  })

  test("does not eat from a person's heading to the marker of a block", () => {
    const own = '## Active mode\n\nposture: upright'
    expect(spliceBlock([`${own}\n\n${block('a')}`], block('b'), 'append').entries).toEqual([`${own}\n\n${block('b')}`])
  })
})
