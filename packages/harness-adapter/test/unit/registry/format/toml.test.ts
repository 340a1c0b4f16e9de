import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { fieldOf, hasHeader, isTable, kindOf, parseToml, parseTomlFile } from '../../../../src/registry/format/toml.js'

const right = (text: string): unknown => {
  const table = parseToml(text)
  return E.isRight(table) ? { ...table.right } : table.left
}

const atStart = (reason: string) => ({ line: 1, column: 1, reason })

describe('a TOML text', () => {
  test('keeps an integer that a number cannot hold', () => {
    expect(right('a = 99999999999999999999\nb = 1\n')).toEqual({ a: 99999999999999999999n, b: 1 })
  })

  test('that is none says where, in the words of the parser and in none of its own', () => {
    const failure = right('a = 1\nsecret = hunter2\n')
    expect(failure).toMatchObject({ line: 2, column: 10 })
    expect(JSON.stringify(failure)).not.toMatch(/hunter2|Invalid TOML document|\\n/)
  })

  test('may be 64 deep and no deeper, since the call stack ends somewhere', () => {
    const nested = (depth: number): string => `a = ${'['.repeat(depth)}${']'.repeat(depth)}`
    expect(right(nested(64))).toHaveProperty('a')
    expect(right(nested(65))).toHaveProperty('reason')
  })

  test.each(['9', '_9', '1_'])('with a number of thousands of digits (%s) is refused before it is parsed', (digits) => {
    const number = digits.repeat(4096 / digits.length)
    expect(right(`a = ${number}`)).toEqual(atStart('a number of thousands of digits'))
    expect(right(number)).toEqual(atStart('a number of thousands of digits'))
  })

  test('with a number of one digit less is parsed', () => {
    expect(right(`a = ${'9'.repeat(4095)}`)).toHaveProperty('a')
  })

  test('with a word of thousands of characters before its digits is parsed', () => {
    expect(right(`a = "${'x'.repeat(5000)}7"`)).toHaveProperty('a')
  })

  test('with a second byte order mark is refused', () => {
    expect(right('\uFEFFa = 1')).toEqual(atStart('a second byte order mark'))
  })

  test.each(['\\\n', '\\\r\n', '\\ \t\n', '\\\n \t\r\n'])(
    'with quotes after an escaped line end is refused: the parser loses them (%j)',
    (end) => {
      expect(right(`a = """x${end}""""`)).toEqual(atStart('quotes after an escaped line end'))
      expect(right(`a = """x${end}"""`)).toEqual({ a: 'x' })
    },
  )
})

describe('a file of TOML names itself in every failure', () => {
  const parse = (text: string) => parseTomlFile('pack.toml', new TextEncoder().encode(text))

  test('of its bytes', () => {
    expect(parse('')).toEqual(E.left({ why: 'empty', detail: 'pack.toml: the file is empty' }))
  })

  test('of its text, with line and column', () => {
    expect(parse('\uFEFF\uFEFFa = 1')).toEqual(
      E.left({ why: 'invalid', detail: 'pack.toml:1:1: a second byte order mark' }),
    )
  })
})

test.each<[string, unknown]>([
  ['array', []],
  ['table', {}],
  ['date', new Date(0)],
  ['integer', 1n],
  ['missing', undefined],
  ['string', ''],
  ['number', 1],
  ['boolean', true],
])('a value is of the kind %s', (kind, value) => {
  expect(kindOf(value)).toBe(kind)
  expect(isTable(value)).toBe(kind === 'table')
})

test('nothing is no table', () => {
  expect(isTable(null)).toBe(false)
})

test('a key that is named like a part of an object is a key like any other', () => {
  expect(fieldOf({ a: 1 }, 'a')).toBe(1)
  expect(fieldOf({}, 'constructor')).toBeUndefined()
})

test.each([
  ['[a]', true],
  ['[[a]]', true],
  ['a = 1', false],
  ['', false],
  ['a.b = 1', false],
  ['a = { b = 1 }', false],
  ["a = '''\n[b]\n'''", false],
  ['a = 1 # [b]', false],
  ['a = ', false],
])('whether %j has a header that ends the top level: %s', (text, expected) => {
  expect(hasHeader(text)).toBe(expected)
})
