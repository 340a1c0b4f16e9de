import { describe, expect, test } from 'vitest'
import { nearMisses } from '../../../src/registry/nearMisses.js'

describe('nearMisses', () => {
  test.each([
    ['another case', 'Ship'],
    ['a space behind', 'ship '],
    ['a no-break space in front', '\u00a0ship'],
    ['a line break behind', 'ship\n'],
    ['a zero-width space', '\u200bship'],
    ['a byte order mark', '\ufeffship'],
    ['a soft hyphen', 'sh\u00adip'],
    ['a right-to-left mark', 'ship\u200f'],
    ['a tag character', 'ship\u{e0041}'],
    ['a variation selector', 'ship\ufe0f'],
    ['a backspace', 'ship\b'],
    ['full-width letters', '\uff53\uff48\uff49\uff50'],
    ['a ligature', 'shi\u1d56'],
    ['a folder in front', 'team/ship'],
    ['a scope in front', 'plugin:Ship'],
  ])('finds an id with %s', (_, agent) => {
    expect(nearMisses(agent, ['ship', 'explore'])).toEqual(['ship'])
  })

  test('finds composed and decomposed accents', () => {
    expect(nearMisses('re\u0301sume\u0301', ['r\u00e9sum\u00e9'])).toEqual(['r\u00e9sum\u00e9'])
    expect(nearMisses('\u212aelvin', ['kelvin'])).toEqual(['kelvin'])
  })

  test('finds none for the id itself, another id, a part of one, or nothing', () => {
    expect(
      ['ship', 'build', 'shi', 'shipper', 'ship/', '', ' ', '\u200b'].map((agent) =>
        nearMisses(agent, ['ship', 'explore', '']),
      ),
    ).toEqual(Array.from({ length: 8 }, () => []))
  })

  test('names each claim once, sorted, and beside an exact one', () => {
    expect(nearMisses('SHIP', ['ship', 'b/ship', 'ship', 'SHIP'])).toEqual(['b/ship', 'ship'])
  })

  test.each([
    ['a letter changed', 'directer'],
    ['a letter too many', 'directorr'],
    ['a letter too few', 'directr'],
    ['two letters swapped', 'dierctor'],
    ['that and another case', 'Directer'],
    ['that, behind a folder', 'team/directer'],
  ])('finds an id with %s, where the harness knows no agent of the claimed name', (_, agent) => {
    expect(nearMisses(agent, ['director'], [agent, 'build'])).toEqual(['director'])
    expect(nearMisses(agent, ['director'], [agent, 'director'])).toEqual([])
    expect(nearMisses(agent, ['director'])).toEqual([])
  })

  test('finds none that is two edits away, or shorter than six characters', () => {
    expect(
      ['directeur', 'dirctr', 'reductor', 'director-2'].map((agent) => nearMisses(agent, ['director'], [])),
    ).toEqual([[], [], [], []])
    expect(nearMisses('shop', ['ship'], [])).toEqual([])
    expect(nearMisses('scout', ['scouts'], [])).toEqual([])
  })

  test.each<[string, string, string, boolean]>([
    ['six characters on both sides', 'abcdef', 'abcdeg', true],
    ['five on one side', 'abcde', 'abcdef', false],
    ['one letter less at the end', 'abcdef', 'abcdefg', true],
    ['one letter more at the end', 'abcdefg', 'abcdef', true],
    ['one letter less at the beginning', 'bcdefg', 'abcdefg', true],
    ['two letters less', 'abcdef', 'abcdefgh', false],
    ['the first letter changed', 'xbcdef', 'abcdef', true],
    ['the last two letters swapped', 'abcdfe', 'abcdef', true],
    ['two neighbours swapped and one changed', 'bacdex', 'abcdef', false],
    ['two letters swapped that are no neighbours', 'cbadef', 'abcdef', false],
    ['two neighbours changed', 'xycdef', 'abcdef', false],
    ['two neighbours, the second of them swapped in', 'bxcdef', 'abcdef', false],
    ['two neighbours, the first of them swapped in', 'xacdef', 'abcdef', false],
    ['a letter of two units changed', 'abcde🚢', 'abcdef', true],
    ['a letter less and another changed', 'abxdef', 'abcdefg', false],
  ])('one edit away is %s: %s and %s: %s', (_, agent, claimed, expected) => {
    expect(nearMisses(agent, [claimed], [])).toEqual(expected ? [claimed] : [])
  })

  test('an id behind a folder is read with its spaces left out, and with a line end inside', () => {
    expect(nearMisses('team/ ship', ['ship'])).toEqual(['ship'])
    expect(nearMisses('team\nx/ship', ['ship'])).toEqual(['ship'])
    expect(nearMisses('a/b:ship', ['ship'])).toEqual(['ship'])
  })

  test('either of the two may stand behind a folder', () => {
    expect(nearMisses('directer', ['team/director'], [])).toEqual(['team/director'])
    expect(nearMisses('ship/ ', ['ship/'])).toEqual(['ship/'])
  })

  test('letters that have one capital are the same letter', () => {
    expect(nearMisses('groß', ['GROSS'])).toEqual(['GROSS'])
    expect(nearMisses('\u03ba\u03b1\u03c3', ['\u03ba\u03b1\u03c2'])).toEqual(['\u03ba\u03b1\u03c2'])
  })
})
