import { describe, expect, test } from 'vitest'
import { at, cut, pathsIn, put } from './place.js'
import { wireTypes } from './wireTypes.js'

/** Values of every kind. Each is wrong at most places; `isWrongAt` knows where it is not. */
const nonsense: ReadonlyArray<unknown> = [
  -1.5,
  Number.NaN,
  'nonsense',
  '',
  true,
  null,
  undefined,
  [],
  [[]],
  {},
  () => 0,
  Symbol.iterator,
  1n,
]

const isWrongAt =
  (expected: string, there: unknown) =>
  (value: unknown): boolean => {
    if (value === null) return !expected.endsWith('?')
    if (value === undefined) return !expected.endsWith('??')
    if (Array.isArray(value))
      return !expected.startsWith('ReadonlyArray') && !(expected.startsWith('an array of') && value.length > 0)
    if (typeof value === 'object') return typeof there !== 'object' || Array.isArray(there)
    if (typeof value === 'string') return !expected.startsWith('string')
    return typeof value !== 'boolean' || !expected.startsWith('boolean')
  }

describe.each(wireTypes)('$name', ({ decode, samples }) => {
  test('the table knows every place of every sample', () => {
    for (const [value, places] of samples) {
      expect(Object.keys(places).toSorted()).toEqual(pathsIn(value).toSorted())
      expect(decode(value)).toStrictEqual({ _tag: 'Right', right: value })
    }
  })

  const rows = samples.flatMap(([value, places]) =>
    Object.entries(places).map(([path, expected]) => ({ path, expected, value })),
  )
  const titles = [...new Set(rows.map(({ path, expected }) => `${path} is ${expected}`))]

  test.each(titles)('%s', (title) => {
    for (const { path, expected, value } of rows.filter((row) => `${row.path} is ${row.expected}` === title)) {
      const left = [{ path, expected: expected.replace(/\?+$/, '') }]
      for (const wrong of nonsense.filter(isWrongAt(expected, at(path, value))))
        expect(decode(put(path, wrong, value))).toStrictEqual({ _tag: 'Left', left })
      // The whole has nothing to be cut from, and without `dropped` a line is of the other kind.
      if (expected.endsWith('??'))
        expect(decode(cut(path, value))).toStrictEqual({ _tag: 'Right', right: put(path, null, value) })
      else if (path !== '' && path !== 'dropped') expect(decode(cut(path, value))).toStrictEqual({ _tag: 'Left', left })
      if (expected.endsWith('?'))
        expect(decode(put(path, null, value))).toStrictEqual({ _tag: 'Right', right: put(path, null, value) })
    }
  })

  test('all wrong places are told, not the first alone', () => {
    for (const [value, places] of samples) {
      const leaves = Object.entries(places).filter(
        ([path]) => typeof at(path, value) !== 'object' && !path.endsWith('_tag'),
      )
      const spoilt = leaves.reduce((changed, [path]) => put(path, Symbol.iterator, changed), value)
      const decoded = decode(spoilt)
      if (leaves.length === 0) continue
      const told = decoded._tag === 'Left' ? decoded.left.map(({ path, expected }) => `${path}: ${expected}`) : []
      expect(told.toSorted()).toEqual(
        leaves.map(([path, expected]) => `${path}: ${expected.replace(/\?+$/, '')}`).toSorted(),
      )
    }
  })
})

describe('a value under the tag of another variant', () => {
  const decodeBy = (name: string) => wireTypes.find((one) => one.name === name)!.decode

  test.each<[string, unknown, ReadonlyArray<string>]>([
    ['SessionInfo', { _tag: 'unknown', sessionId: 's', agent: 'a' }, ['failure']],
    [
      'SessionInfo',
      { _tag: 'unknown', sessionId: 's', failure: { _tag: 'call-failed' } },
      ['failure.status', 'failure.code'],
    ],
    ['RegistryBundle', { _tag: 'staged', detail: '' }, ['digest', 'floors', 'modes', 'broken']],
    ['SwitchStream', { _tag: 'records', detail: '' }, ['store', 'records']],
    [
      'Posture',
      { _tag: 'director', reason: { _tag: 'registry-absent' } },
      ['mode', 'agent', 'via', 'digest', 'pack', 'ledgerRule'],
    ],
    [
      'Posture',
      { _tag: 'degraded', mode: '', agent: '', via: 'fallback', digest: '', pack: null, ledgerRule: null },
      ['missing'],
    ],
    [
      'Posture',
      { _tag: 'degraded', mode: '', agent: '', via: 'fallback', digest: '', pack: null, ledgerRule: null, missing: [] },
      ['missing'],
    ],
    ['Posture', { _tag: 'unresolvable', reasons: [] }, ['reasons']],
    [
      'Posture',
      { _tag: 'unresolvable', reasons: { 0: { _tag: 'registry-unreadable', detail: '' }, length: 1 } },
      ['reasons'],
    ],
    ['DecisionLogLine', { v: 1, at: '', dropped: null }, ['dropped']],
    ['DecisionLogLine', { v: 2, at: '', dropped: 1 }, ['v']],
    ['DecisionLogLine', { v: '1', at: 0, dropped: 1.5 }, ['v', 'at', 'dropped']],
  ])('%s %j lacks its own fields', (name, value, paths) => {
    const decoded = decodeBy(name)(value)
    expect(decoded._tag === 'Left' && decoded.left.map(({ path }) => path)).toEqual(paths)
  })

  test('a key that is a number is shown as an index, whatever it stands in', () => {
    const decoded = decodeBy('SwitchStream')({
      _tag: 'records',
      store: '',
      records: Array.from({ length: 12 }, () => null),
    })
    expect(decoded._tag === 'Left' && decoded.left.at(-1)).toEqual({ path: 'records[11]', expected: 'agent record' })
  })
})

test('what belongs somewhere is called by its name; a union by its tags, a word by all there are', () => {
  const names = wireTypes.flatMap(({ samples }) => samples.flatMap(([, places]) => Object.values(places)))
  const given = new Set(names.map((name) => name.replace(/\?+$/, '')).filter((name) => !name.includes(' | ')))
  expect([...given].toSorted()).toEqual(
    [
      '1',
      'ReadonlyArray<agent record>',
      'ReadonlyArray<broken bundle>',
      'ReadonlyArray<floor>',
      'ReadonlyArray<gate>',
      'ReadonlyArray<handoff>',
      'ReadonlyArray<mode bundle>',
      'ReadonlyArray<string>',
      'a reason',
      'agent record',
      'an array of at least one a reason',
      'an array of at least one missing part',
      'an array of at least one phase',
      'boolean',
      'broken bundle',
      'decision log line',
      'decision request',
      'floor',
      'gate',
      'handoff',
      'integer',
      'ledger rule',
      'milliseconds',
      'missing part',
      'mode bundle',
      'pack',
      'phase',
      'string',
    ].toSorted(),
  )
})
