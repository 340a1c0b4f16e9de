import { describe, expect, test } from 'vitest'
import { line, showMarkdown } from '../../../src/block/Markdown.js'
import { codeSpan, showId } from '../../../src/show/showId.js'
import { fitList, showCut, showList } from '../../../src/show/showList.js'
import { ours } from '../../../src/show/Shown.js'
import { showProse } from '../../../src/show/showProse.js'
import { cleanText, closingMarker, cutText, stripClosingMarker, utf8Length } from '../../../src/show/text.js'

/** All code points from one to another, as a text each. */
const range = (from: number, to: number): ReadonlyArray<string> =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index))

describe('cleanText', () => {
  const unseen = ['\u00ad', '\u034f', ...range(0x200b, 0x200d), ...range(0x2060, 0x2064)]
  test.each<[string, ReadonlyArray<string>]>([
    ['controls', [...range(0x00, 0x1f), ...range(0x7f, 0x9f)]],
    ['marks of direction', ['\u061c', '\u200e', '\u200f', ...range(0x202a, 0x202e), ...range(0x2066, 0x2069)]],
    ['characters of no width', [...unseen, '\ufeff', '\ufe0f', '\u3164', '\u115f']],
    ['tags and selectors', [...range(0xe0020, 0xe007f), '\u{e0001}', '\u{e0100}', '\u{e01ef}']],
    ['line breaks', ['\u2028', '\u2029', '\n', '\r']],
    ['notes between the lines', range(0xfff9, 0xfffb)],
  ])('takes out %s, all of them', (_, characters) => {
    for (const character of characters) {
      const cleaned = cleanText(`a${character}b${character}c`)
      expect(JSON.stringify([character, cleaned])).toBe(JSON.stringify([character, 'abc']))
    }
  })

  test('keeps what is seen', () => {
    const letters = [...range(0x20, 0x7e), ...range(0xa0, 0xac), ...range(0xae, 0x17f)]
    const seen = `${letters.join('')}項ש\u0301🚢\u2027\u202f\u200a\ufffc\ufffd`
    expect(cleanText(seen)).toBe(seen)
  })

  test('shows halves of characters as what they are not', () => {
    expect(cleanText('\ud800a\udfffb\ud83dc🚢')).toBe('\ufffda\ufffdb\ufffdc🚢')
  })

  test('makes no character out of two halves by taking out what parts them', () => {
    expect(cleanText('\ud83d\u200b\udea2')).toBe('\ufffd\ufffd')
  })
})

describe('stripClosingMarker', () => {
  test.each([
    ['', ''],
    ['no marker', 'no marker'],
    [closingMarker, ''],
    [`a${closingMarker}b${closingMarker}c`, 'abc'],
    [`<!-- /active${closingMarker}-mode -->`, ''],
    [`<!-- /act${`<!-- /act${closingMarker}ive-mode -->`}ive-mode -->x`, 'x'],
    ['<!-- /active-mode  -->', '<!-- /active-mode  -->'],
  ])('%j becomes %j', (text, stripped) => {
    expect(stripClosingMarker(text)).toBe(stripped)
  })

  test('is the marker of design 5', () => {
    expect(closingMarker).toBe('<!-- /active-mode -->')
  })
})

describe('cutText', () => {
  test.each<[string, number, number, string]>([
    ['', 3, 0, ''],
    ['abc', 3, 0, 'abc'],
    ['abcd', 3, 0, 'abc… (1 more character)'],
    ['abcde', 3, 0, 'abc… (2 more characters)'],
    ['abc', 3, 1, 'abc… (1 more character)'],
    ['abcd', 3, 1, 'abc… (2 more characters)'],
    ['', 3, 2, '… (2 more characters)'],
    ['a', 0, 0, '… (1 more character)'],
    ['🚢🚢🚢', 2, 0, '🚢🚢… (1 more character)'],
    ['🚢🚢', 2, 0, '🚢🚢'],
  ])('%j at %i, %i unseen: %j', (text, most, unseen, shown) => {
    expect(cutText(text, most, unseen)).toBe(shown)
  })

  test('adds up the sizes of the characters', () => {
    const cutAt = (bytes: number): string => cutText('aé項🚢', bytes, 0, utf8Length)
    expect(cutAt(10)).toBe('aé項🚢')
    expect([cutAt(9), cutAt(6)]).toEqual(['aé項… (1 more character)', 'aé項… (1 more character)'])
    expect(cutAt(5)).toBe('aé… (2 more characters)')
    expect(cutAt(0)).toBe('… (4 more characters)')
  })

  test('cuts at the first character that does not fit, though a later one would', () => {
    expect(cutText('項a', 2, 0, utf8Length)).toBe('… (2 more characters)')
  })
})

describe('utf8Length', () => {
  test.each([
    0x00, 0x41, 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xd800, 0xdbff, 0xdc00, 0xdfff, 0xe000, 0xffff, 0x10000, 0x10ffff,
  ])('of the code point %i is what an encoder makes of it', (point) => {
    const text = String.fromCodePoint(point)
    expect(utf8Length(text)).toBe(Buffer.byteLength(text))
    expect(utf8Length(`a${text}b`)).toBe(Buffer.byteLength(`a${text}b`))
  })

  test('of all pairs of halves and others is what an encoder makes of them', () => {
    const edges = [0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xd800, 0xdbff, 0xdc00, 0xdfff, 0xe000, 0xffff]
    const units = ['', 'a', ...edges.map((edge) => String.fromCharCode(edge))]
    for (const one of units)
      for (const two of units)
        for (const three of units) {
          const text = `${one}${two}${three}`
          expect([JSON.stringify(text), utf8Length(text)]).toEqual([JSON.stringify(text), Buffer.byteLength(text)])
        }
  })
})

describe('fitList', () => {
  const fit = (items: ReadonlyArray<string>, bytes: number) => fitList(items, (item) => item, bytes)

  test.each<[ReadonlyArray<string>, number, ReadonlyArray<string>, number]>([
    [[], 0, [], 0],
    [['aa', 'bb', 'cc'], 9, ['aa', 'bb', 'cc'], 0],
    [['aa', 'bb', 'cc'], 8, ['aa', 'bb'], 1],
    [['aa', 'bb', 'cc'], 6, ['aa', 'bb'], 1],
    [['aa', 'bb', 'cc'], 5, ['aa'], 2],
    [['aa', 'bb', 'cc'], 0, ['aa'], 2],
    [['項', 'é'], 7, ['項', 'é'], 0],
    [['項', 'é'], 6, ['項'], 1],
    [['', '', ''], 3, ['', '', ''], 0],
    [['', '', ''], 2, ['', ''], 1],
    [['a', 'bbbbbbbb', 'c'], 4, ['a'], 2],
  ])('of %j in %i bytes: %j and %i left', (items, bytes, kept, left) => {
    expect(fit(items, bytes)).toEqual({ kept, left })
  })

  test('counts the items and looks at no more than the first that does not fit', () => {
    const seen: string[] = []
    const show = (item: string, index: number): string => {
      seen.push(`${String(index)}${item}`)
      return item
    }
    fitList(['aa', 'bb', 'cc', 'dd'], show, 6)
    expect(seen).toEqual(['0aa', '1bb', '2cc'])
  })
})

describe('showId', () => {
  test('shows visible ASCII as it is, but for the backslash and the backtick, and all else by its code', () => {
    for (const character of [...range(0x00, 0x180), '\u200b', '\u2028', '\ufeff', '\uffff', '項'])
      expect(showId(character)).toBe(
        /^[!-[\]-_a-~]$/.test(character) ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
      )
    expect(showId('a b\\c`d🚢\ud800')).toBe('a\\u0020b\\u005cc\\u0060d\\ud83d\\udea2\\ud800')
  })

  test('is cut at 200 characters, of any length at all', () => {
    expect(showId('x'.repeat(200))).toBe('x'.repeat(200))
    expect(showId('x'.repeat(201))).toBe(`${'x'.repeat(200)}… (1 more character)`)
    expect(showId('x'.repeat(3200))).toBe(`${'x'.repeat(200)}… (3000 more characters)`)
    expect(showId('x'.repeat(3201))).toBe(`${'x'.repeat(200)}… (3001 more characters)`)
    expect(showId('x'.repeat(1 << 20))).toBe(`${'x'.repeat(200)}… (1048376 more characters)`)
    // What was not looked at counts as it is, not as it would be shown.
    expect(showId(`${'x'.repeat(3200)}${' '.repeat(10)}`)).toBe(`${'x'.repeat(200)}… (3010 more characters)`)
  })

  test('as inline code says where it is empty', () => {
    expect([codeSpan('ship'), codeSpan(''), codeSpan(' ')]).toEqual(['`ship`', '(empty)', '`\\u0020`'])
  })
})

describe('showProse', () => {
  test.each<readonly [string, string]>([
    ...['plain', 'a # b', '1. a', '_a_'].map((text) => [text, text] as const),
    ['  a \t\n b\u00a0\u3000c  ', 'a b c'],
    ['a\u200bb', 'ab'],
    ['\u200b  a', 'a'],
    ['a  \u200b', 'a'],
    ...['', ' \n ', '\u200b', closingMarker].map((text) => [text, '(blank)'] as const),
    [` ${closingMarker} x `, 'x'],
    ['<!--\n/active-mode\t-->y', 'y'],
    ...[...'#>*+-~`<|='].map((sign) => [`${sign}a`, `\\${sign}a`] as const),
    ['  ## a', '\\## a'],
    ['\u200b# a', '\\# a'],
  ])('%j is shown as %j', (text, shown) => {
    expect(showProse(text)).toBe(shown)
  })

  test('is cut at 200 characters, of any length at all, and what was not looked at counts', () => {
    expect(showProse('項'.repeat(200))).toBe('項'.repeat(200))
    expect(showProse('項'.repeat(201))).toBe(`${'項'.repeat(200)}… (1 more character)`)
    expect(showProse('x'.repeat(3200))).toBe(`${'x'.repeat(200)}… (3000 more characters)`)
    expect(showProse('x'.repeat(3201))).toBe(`${'x'.repeat(200)}… (3001 more characters)`)
    expect(showProse(`${' '.repeat(3200)}hidden`)).toBe('(blank)… (6 more characters)')
    expect(showProse(`a${'\u200b'.repeat(3199)}b`)).toBe('a… (1 more character)')
  })
})

describe('showCut and showList', () => {
  const cut = { one: 'gate', many: 'gates', where: ' in pack.toml' }
  const show = (items: ReadonlyArray<string>, bytes: number) =>
    showList(items, (item) => ours(`<${item}>`), { separator: '; ', bytes, cut })

  test('name what was cut', () => {
    expect(showCut(1, cut)).toBe('… 1 more gate in pack.toml')
    expect(showCut(2, cut)).toBe('… 2 more gates in pack.toml')
    expect(showCut(37, { ...cut, where: '' })).toBe('… 37 more gates')
    expect(show([], 0)).toBe('')
    expect(show(['a', 'b', 'c'], 12)).toBe('<a>; <b>; <c>')
    expect(show(['a', 'b', 'c'], 11)).toBe('<a>; <b>; … 1 more gate in pack.toml')
    expect(show(['a', 'b', 'c'], 0)).toBe('<a>; … 2 more gates in pack.toml')
  })
})

describe('line and showMarkdown', () => {
  test('put values between the words, and paragraphs apart', () => {
    expect(line`a`).toBe('a')
    expect(line``).toBe('')
    expect(line`${ours('x')}`).toBe('x')
    expect(line`a ${ours('x')} b ${ours('y')}`).toBe('a x b y')
    expect(line`a ${ours('')} b`).toBe('a  b')
    expect(showMarkdown([])).toBe('')
    expect(showMarkdown([[line`a`, line`b`], [line`c`]])).toBe('a\nb\n\nc')
  })
})
