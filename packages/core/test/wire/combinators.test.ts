import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { describe, expect, test } from 'vitest'
import { decodeWith, integer, milliseconds, nonEmptyArray, nullable } from '@active-mode/core/schema'
import * as wire from '../../src/schema/wire.js'
import { cut, pathsIn, put } from './place.js'
import { wireTypes } from './wireTypes.js'

/** What io-ts asks a codec besides decoding, which unions and encoders of later types will rely on. */
interface Guard {
  readonly name: string
  readonly is: (u: unknown) => boolean
  readonly decode: (u: unknown) => E.Either<unknown, unknown>
}

const codecs: ReadonlyArray<Guard> = [
  ...Object.values(wire),
  integer,
  milliseconds,
  nullable(integer),
  nonEmptyArray(integer),
]

const oddValues: ReadonlyArray<unknown> = [
  0,
  -1,
  0.5,
  Number.NaN,
  2 ** 53,
  '',
  'x',
  null,
  undefined,
  [],
  [0],
  ['x'],
  [null],
  {},
  true,
  () => 0,
]

describe.each(codecs)('$name', (codec) => {
  const agree = (value: unknown): void => {
    expect(codec.is(value)).toBe(E.isRight(codec.decode(value)))
  }

  test('is what it decodes, and nothing else', () => {
    oddValues.forEach(agree)
    for (const { samples } of wireTypes)
      for (const [sample] of samples)
        for (const path of pathsIn(sample)) {
          // Such a place may be missing on the wire, and is never missing in a value.
          const isOnTheWireOnly = path.endsWith('ledger') || path.endsWith('delivered')
          if (!isOnTheWireOnly) agree(path === '' ? sample : put(path, undefined, sample))
          // io-ts does not look into a hole of an array when it asks; it does when it decodes.
          if (!isOnTheWireOnly && !path.endsWith(']')) agree(cut(path, sample))
          agree(put(path, 0.5, sample))
        }
  })

  test('is what it decodes of arbitrary JSON', () => {
    fc.assert(fc.property(fc.jsonValue({ maxDepth: 2 }), agree), { numRuns: 100, seed: 1 })
  })
})

describe('nullable', () => {
  test('is named after what it may be', () => {
    expect(nullable(integer).name).toBe('integer | null')
  })

  test('encodes the value as its codec does, and null as null', () => {
    const shout = new t.Type<string, string, unknown>('shout', t.string.is, t.string.validate, (text) => `${text}!`)
    const codec = nullable(shout as t.Type<string, unknown>)
    expect([codec.encode('a'), codec.encode(null)]).toEqual(['a!', null])
  })
})

describe('nonEmptyArray', () => {
  const codec = nonEmptyArray(nullable(integer))

  test('is named after its elements', () => {
    expect(codec.name).toBe('an array of at least one integer | null')
  })

  test.each([
    [[], false],
    [[1], true],
    [[null, 2], true],
    [['x'], false],
    [{ 0: 1, length: 1 }, false],
  ])('%j: %s', (value, is) => {
    expect(codec.is(value)).toBe(is)
    expect(E.isRight(codec.decode(value))).toBe(is)
  })
})

describe('decodeWith', () => {
  const failing = (errors: (context: t.Context) => t.Errors): t.Type<never, unknown> =>
    new t.Type(
      'odd',
      (u): u is never => u === codecs,
      (_, context) => E.left(errors(context)),
      (a) => a,
    )

  test('says something of a failure without errors', () => {
    expect(decodeWith(failing(() => []))(1)).toStrictEqual(E.left([{ path: '', expected: 'odd' }]))
  })

  test('says something of an error without a place', () => {
    expect(decodeWith(failing(() => [{ value: 1, context: [] }]))(1)).toStrictEqual(
      E.left([{ path: '', expected: '' }]),
    )
  })

  test('shows keys with dots, indices with brackets, wherever they stand', () => {
    const codec = t.type({ a1: t.type({ '1a': t.array(t.array(t.string)) }), 7: t.string })
    expect(decodeWith(codec as t.Type<unknown, unknown>)({ a1: { '1a': [['x'], ['y', 0]] } })).toStrictEqual(
      E.left([
        { path: '[7]', expected: 'string' },
        { path: 'a1.1a[1][1]', expected: 'string' },
      ]),
    )
  })

  test('does not show which member of a union a value was', () => {
    const union = t.union([
      t.strict({ _tag: t.literal('a'), x: t.string }),
      t.strict({
        _tag: t.literal('b'),
        x: t.union([t.strict({ _tag: t.literal('c') }), t.strict({ _tag: t.literal('d'), 0: t.string })], 'c | d'),
      }),
    ])
    const decodeUnion = decodeWith(union as t.Type<unknown, unknown>)
    expect(decodeUnion({ _tag: 'b', x: { _tag: 'd' } })).toStrictEqual(E.left([{ path: 'x[0]', expected: 'string' }]))
    expect(decodeUnion({ _tag: 'b', x: { _tag: 'e' } })).toStrictEqual(E.left([{ path: 'x._tag', expected: 'c | d' }]))
    expect(decodeUnion({ _tag: 'b', x: [] })).toStrictEqual(E.left([{ path: 'x', expected: 'c | d' }]))
    expect(decodeUnion({ _tag: 'b', x: null })).toStrictEqual(E.left([{ path: 'x', expected: 'c | d' }]))
  })
})
