import * as O from 'fp-ts/lib/Option.js'
import * as S from 'fp-ts/lib/string.js'
import { describe, expect, test } from 'vitest'
import { compareVersions, parseVersion } from '../../src/step/version.js'
import { supportedVersion, versionGaps } from '../../src/step/versionGaps.js'

describe('parseVersion', () => {
  test.each<[string, ReadonlyArray<string>]>([
    ['1', ['1']],
    ['0', ['0']],
    ['00', ['0']],
    ['12', ['12']],
    ['1.2.3', ['1', '2', '3']],
    ['10.20.300', ['10', '20', '300']],
    ['001.020.000', ['1', '20', '0']],
    ['1.0', ['1', '0']],
    ['100.1001', ['100', '1001']],
  ])('%j has the places %j', (text, places) => {
    expect(parseVersion(text)).toEqual(O.some(places))
  })

  test.each([
    ...['', ' 1', '1 ', '1\n', '\u0661', '1.\uff12', '1.2\u200b'],
    ...'. 1. .1 1..2 v1 V1 1.x x.1 1.2x 1-2 -1 +1 1e3 0x1 1,2 1.2.3-beta'.split(' '),
  ])('%j is no version', (text) => {
    expect(parseVersion(text)).toEqual(O.none)
  })
})

describe('compareVersions', () => {
  const ascending = [
    ...'0 0.0.1 0.9 0.10 1 1.0.1 1.1 1.2 1.2.1 1.10 2 9 10 99 100'.split(' '),
    ...'9007199254740992 9007199254740993 10000000000000000000000'.split(' '),
  ]
  const places = (text: string) => text.split('.')
  const compare = (left: string, right: string) => compareVersions(places(left), places(right))

  test('orders place by place, as numbers of any length', () => {
    for (const [i, left] of ascending.entries())
      for (const [j, right] of ascending.entries())
        expect([left, right, compare(left, right)]).toEqual([left, right, Math.sign(i - j)])
  })

  test.each([
    ['1', '1.0'],
    ['1.0.0', '1'],
    ['0', '0.0.0.0'],
    ['1.2', '1.2.0'],
  ])('%s is %s', (left, right) => {
    expect([compare(left, right), compare(right, left)]).toEqual([0, 0])
  })

  test('a version without places is zero', () => {
    expect([compareVersions([], ['0']), compareVersions(['0'], [])]).toEqual([0, 0])
    expect([compareVersions([], ['1']), compareVersions([], [])]).toEqual([-1, 0])
  })
})

describe('versionGaps', () => {
  const floor = (directory: string, schemaVersion: string, pluginFloor: string | null) => ({
    directory,
    schemaVersion,
    pluginFloor,
  })
  const gap = (directory: string, what: 'floor' | 'schema', needs: string) => ({
    _tag: 'version-gap',
    directory,
    what,
    needs,
    supports: '1',
  })

  test('this build is version 1', () => {
    expect(supportedVersion).toBe('1')
  })

  test.each([
    ['1', '1'],
    ['1', null],
    ['1.0', '1.0.0'],
    ['01', '0001'],
    ['1', '0'],
    ['1', '0.99.99'],
    ['1.00.0', '0'],
  ])('schema %s with floor %s is no gap', (schemaVersion, pluginFloor) => {
    expect(versionGaps([floor('ship', schemaVersion, pluginFloor)])).toEqual([])
  })

  test.each(['0', '0.9', '1.0.1', '1.1', '2', '10', '', 'v1', '1 '])(
    'schema %j is a gap, below or above',
    (schemaVersion) => {
      expect(versionGaps([floor('ship', schemaVersion, null)])).toEqual([gap('ship', 'schema', schemaVersion)])
    },
  )

  test.each(['1.0.1', '1.1', '2', '10', '', 'v1', ' 1'])('floor %j is a gap', (pluginFloor) => {
    expect(versionGaps([floor('ship', '1', pluginFloor)])).toEqual([gap('ship', 'floor', pluginFloor)])
    expect(versionGaps([floor('ship', '1.0', pluginFloor)])).toEqual([gap('ship', 'floor', pluginFloor)])
  })

  test('a wrong schema is one gap, its floor no second', () => {
    expect(versionGaps([floor('ship', '2', '3')])).toEqual([gap('ship', 'schema', '2')])
  })

  test('gaps are sorted by directory, then by what and needs, and the rest is not told', () => {
    const floors = [
      floor('b', '2', null),
      floor('a', '3', null),
      floor('ok', '1', null),
      floor('a', '2', null),
      floor('a', '1', '9'),
      floor('B', '2', null),
      floor('a', '1', '10'),
    ]
    const sorted = [
      gap('B', 'schema', '2'),
      gap('a', 'floor', '10'),
      gap('a', 'floor', '9'),
      gap('a', 'schema', '2'),
      gap('a', 'schema', '3'),
      gap('b', 'schema', '2'),
    ]
    expect(versionGaps(floors)).toEqual(sorted)
    expect(versionGaps(floors.toReversed())).toEqual(sorted)
  })
})

describe('the order of names', () => {
  const ascending = [
    ...['', '\u0000', ' ', '0', '10', '9', 'B', 'Z', 'a', 'a\u0000', 'aa', 'b', '\u00e9', '\u{1f6a2}', '\uff5e'],
  ]

  test('orders by UTF-16 code unit: capitals first, no numbers, no locale, halves of characters before the last of the plane', () => {
    for (const [i, left] of ascending.entries())
      for (const [j, right] of ascending.entries())
        expect([left, right, S.Ord.compare(left, right)]).toEqual([left, right, Math.sign(i - j)])
  })
})
