import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AgentRecord, DecisionLogEntry, RecordStream } from '@active-mode/core'
import { decodeDecisionLogLine, decodeSwitchStream } from '@active-mode/core'
import * as wire from '@active-mode/core/schema'
import { lawRuns, lawSeed } from '../laws/lawRun.js'
import { at, mapObjects, pathsIn, put } from './place.js'
import { samplesOf } from './samplesOf.js'
import type { WireType } from './wireTypes.js'
import { wireTypes } from './wireTypes.js'

const runs = { numRuns: lawRuns, seed: lawSeed }

console.info(`hostile JSON: ${String(lawRuns)} runs each, again with LAWS_SEED=${String(lawSeed)}`)

const sessionInfos = samplesOf(wire.sessionInfo)
const registryBundles = samplesOf(wire.registryBundle)
const switchStreams = samplesOf(wire.switchStream)
const postures = samplesOf(wire.posture)
const decisionLogLines = samplesOf(wire.decisionLogLine)
const records = samplesOf(wire.agentRecord)
const [pack] = samplesOf(wire.pack)

const right = (value: unknown) => ({ _tag: 'Right', right: value })
const left = (path: string, expected: string) => ({ _tag: 'Left', left: [{ path, expected }] })

const wireType = (name: string): WireType => wireTypes.find((one) => one.name === name)!

/** Names of the inside of the language, which an object has without having been given them. */
const innateNames = [...Object.getOwnPropertyNames(Object.prototype), 'length', 'prototype', 'then', 'toJSON', '']

const recordAt = (value: number): AgentRecord => ({
  kind: 'user',
  agent: 'captain',
  key: { _tag: 'seq', value },
  answers: null,
})

/** The records of a stream of `count`, one for each number. */
const streamOf = (count: number): RecordStream => ({
  _tag: 'records',
  store: 'v2',
  records: Array.from({ length: count }, (_, value) => recordAt(value)),
})

/** Whether each field of the part stands in the whole, with the same value. */
const isFoundIn = (part: unknown, whole: unknown): boolean =>
  typeof part !== 'object' || part === null
    ? Object.is(part, whole)
    : typeof whole === 'object' &&
      whole !== null &&
      Array.isArray(part) === Array.isArray(whole) &&
      Object.entries(part).every(([key, value]) => isFoundIn(value, at(key, whole)))

const anyJson = fc.oneof(
  fc.jsonValue({ maxDepth: 3, noUnicodeString: false }),
  fc.anything({
    ...{ maxDepth: 2, maxKeys: 4, withNullPrototype: true, withBigInt: true },
    ...{ withDate: true, withMap: true, withSparseArray: true, withTypedArray: true },
  }),
  fc.constantFrom<unknown>(
    ...innateNames,
    { _tag: '__proto__' },
    { _tag: 'constructor' },
    { _tag: ['known'] },
    JSON.parse('{"__proto__":{"_tag":"absent"}}'),
  ),
)

describe.each(wireTypes)('$name', ({ decode, encode, samples, arbitrary }) => {
  test('decodes nothing that is not there, and never throws, whatever comes', () => {
    fc.assert(
      fc.property(anyJson, (json) => {
        const decoded = decode(json)
        if (decoded._tag === 'Right') expect(isFoundIn(decoded.right, json)).toBe(true)
        else
          for (const { path, expected } of decoded.left)
            expect([typeof path, expected === '']).toEqual(['string', false])
      }),
      runs,
    )
  })

  test('finds whatever is put into a value, or keeps it as it is', () => {
    fc.assert(
      fc.property(arbitrary, fc.nat(), anyJson, (value, pick, json) => {
        const paths = pathsIn(value)
        const path = paths[pick % paths.length]!
        const changed = put(path, json, value)
        const decoded = decode(changed)
        // The two keys that may be missing read as null, and a key that is undefined is missing in JSON.
        const told = json === undefined && /(?:^|\.)(?:ledger|delivered)$/.test(path) ? put(path, null, value) : changed
        if (decoded._tag === 'Right') expect(isFoundIn(decoded.right, told)).toBe(true)
        // A tag speaks for the object around it, so its errors may stand beside it.
        else
          for (const error of decoded.left)
            expect(error.path.startsWith(path.replace(/\.?(_tag|dropped)$/, ''))).toBe(true)
      }),
      runs,
    )
  })

  test('keeps a frozen value, does not touch it, and keeps one without prototypes', () => {
    for (const [value] of samples) {
      const before = structuredClone(value)
      expect(decode(mapObjects(Object.freeze, value))).toStrictEqual(right(value))
      expect(value).toStrictEqual(before)
      const bare = mapObjects((object) => Object.assign(Object.create(null) as object, object), value)
      expect(decode(bare)).toEqual(right(value))
    }
  })

  test('drops unknown keys at every depth, whatever they are called, and leaves them where they were', () => {
    const foreign = innateNames.map((name) => `${JSON.stringify(name)}:{"_tag":"known","admin":true}`)
    const propertiesOf = Object.getOwnPropertyDescriptors
    const strange = propertiesOf(JSON.parse(`{${foreign.join()}}`) as object)
    const salt = (object: object): object => Object.defineProperties({}, { ...strange, ...propertiesOf(object) })
    for (const [value] of samples) {
      const salted = mapObjects(salt, value)
      const before = JSON.stringify(salted)
      expect(decode(salted)).toStrictEqual(right(value))
      expect(JSON.stringify(decode(salted))).toBe(JSON.stringify(right(value)))
      expect(encode(salted)).toStrictEqual(value)
      expect(JSON.stringify(salted)).toBe(before)
    }
    expect('admin' in {}).toBe(false)
  })

  test('takes no array and no text for an object, and no object for an array', () => {
    for (const [value, places] of samples)
      for (const [path, expected] of Object.entries(places)) {
        const there = at(path, value)
        if (typeof there !== 'object' || there === null) continue
        const disguised = Array.isArray(there) ? { ...there, length: there.length } : Object.assign([], there)
        const refusal = left(path, expected.replace(/\?+$/, ''))
        for (const other of [disguised, JSON.stringify(there)])
          expect(decode(put(path, other, value))).toStrictEqual(refusal)
      }
  })

  test.each(['null', '[]', '{}', '""', '0', 'true', '[[]]', '{"__proto__":{"_tag":"known"}}', '[{"_tag":"known"}]'])(
    '%s is none',
    (text) => {
      expect(decode(JSON.parse(text))._tag).toBe('Left')
    },
  )
})

describe('ids like names of the inside of the language', () => {
  test.each(innateNames)('%j is an id like any other', (name) => {
    const renamed = (value: unknown) =>
      mapObjects((object) => ({ ...object, ...('agent' in object ? { agent: name } : {}) }), value)
    for (const [type, values] of [
      ['SessionInfo', sessionInfos],
      ['RegistryBundle', registryBundles],
      ['SwitchStream', switchStreams],
      ['Posture', postures],
      ['DecisionLogLine', decisionLogLines],
    ] as const)
      for (const value of values) expect(wireType(type).decode(renamed(value))).toStrictEqual(right(renamed(value)))
  })

  test.each(innateNames)('%j is no tag and no word of a list', (name) => {
    const [, , stream] = switchStreams
    const [, , bundle] = registryBundles
    const [director] = postures
    const failed = sessionInfos.find(({ _tag }) => _tag === 'unknown')
    const places: ReadonlyArray<readonly [type: string, value: unknown, paths: string]> = [
      ['SessionInfo', sessionInfos[0], '_tag'],
      ['SessionInfo', failed, 'failure._tag'],
      ['SwitchStream', stream, '_tag records[0].kind records[0].key._tag records[0].answers._tag'],
      ['RegistryBundle', bundle, '_tag modes[0].pack._tag modes[1].pack.why broken[0].why'],
      ['Posture', director, '_tag via'],
    ]
    for (const [type, value, paths] of places)
      for (const path of paths.split(' ')) {
        const decoded = wireType(type).decode(put(path, name, value))
        expect(decoded._tag === 'Left' && decoded.left.map((error) => error.path)).toEqual([path])
      }
  })
})

describe('huge arrays', () => {
  const many = 100_000

  test('one bad record at the end of many is one error at its place', () => {
    const { records: good, ...stream } = streamOf(many)
    expect(decodeSwitchStream({ ...stream, records: [...good, recordAt(0.5)] })).toStrictEqual(
      left(`records[${String(many)}].key.value`, 'integer'),
    )
  })

  test('many good records are themselves', () => {
    expect(decodeSwitchStream(streamOf(many))).toStrictEqual(right(streamOf(many)))
  })

  test('many bad records are as many errors', () => {
    const decoded = decodeSwitchStream({ ...streamOf(0), records: Array.from({ length: many }, () => 0) })
    expect(decoded._tag === 'Left' && decoded.left.length).toBe(many)
    const last = { path: `records[${String(many - 1)}]`, expected: 'agent record' }
    expect(decoded._tag === 'Left' && decoded.left.at(-1)).toEqual(last)
  })

  test('a hole in an array is an error at its place', () => {
    const holed: unknown[] = [...records]
    holed[3] = records[0]
    expect(decodeSwitchStream({ ...streamOf(0), records: holed })).toStrictEqual(left('records[2]', 'agent record'))
  })
})

describe('texts', () => {
  test.each([
    ...['\ud800', '\udfff', 'a\udc00\ud800b', '\u0000', '\u{1f6a2}', '\u202e', 'e\u0301', '\ufeff', ' \n', '__proto__'],
  ])('%j stays as it is, also through JSON', (text) => {
    const value = { _tag: 'known', sessionId: text, agent: text }
    const { decode, encode } = wireType('SessionInfo')
    expect(decode(value)).toStrictEqual(right(value))
    expect(decode(JSON.parse(JSON.stringify(encode(value))))).toStrictEqual(right(value))
  })

  test('a megabyte of text stays as it is', () => {
    const value = { _tag: 'unavailable', detail: '\ud800x'.repeat(1 << 19) }
    expect(decodeSwitchStream(value)).toStrictEqual(right(value))
  })
})

describe('numbers', () => {
  const seq = (value: unknown) => put('records[0].key.value', value, switchStreams[2])

  test.each([
    ...[0.5, -0.5, 1e-7, 2 ** 53, -(2 ** 53), 1e300, 1e21, Number.MIN_VALUE],
    ...[Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  ])('%s is no integer', (value) => {
    expect(decodeSwitchStream(seq(value))).toStrictEqual(left('records[0].key.value', 'integer'))
  })

  test.each(['1', ' 1', '0x1', '', '1n', [1], { valueOf: 1 }, Object(1), 1n, true, null])(
    '%o is no number',
    (value) => {
      expect(decodeSwitchStream(seq(value))).toStrictEqual(left('records[0].key.value', 'integer'))
    },
  )

  test.each([0, 1, -1, 2 ** 53 - 1, -(2 ** 53 - 1)])('%s is an integer', (value) => {
    expect(decodeSwitchStream(seq(value))).toStrictEqual(right(seq(value)))
  })

  const { decode } = wireType('SessionInfo')
  const timedOut = (afterMs: unknown) => ({ _tag: 'unknown', sessionId: '', failure: { _tag: 'timed-out', afterMs } })

  test.each([0, 0.1, 1e300, 5e-324])('%s is a span of time', (afterMs) => {
    expect(decode(timedOut(afterMs))).toStrictEqual(right(timedOut(afterMs)))
  })

  test.each([-1, -5e-324, Number.POSITIVE_INFINITY, Number.NaN, '1', null])('%j is no span of time', (afterMs) => {
    expect(decode(timedOut(afterMs))).toStrictEqual(left('failure.afterMs', 'milliseconds'))
  })
})

describe('deep nesting', () => {
  const depth = 100_000
  const deepArray = Array.from({ length: depth }).reduce<unknown>((inner) => [inner], 0)
  const deepObject = Array.from({ length: depth }).reduce<unknown>((inner) => ({ _tag: 'known', failure: inner }), 0)

  test.each(wireTypes)('is no $name', ({ decode }) => {
    for (const deep of [deepArray, deepObject]) expect(decode(deep)._tag).toBe('Left')
  })

  test('is dropped under a key that is not known, and an error where something else belongs', () => {
    for (const deep of [deepArray, deepObject]) {
      expect(decodeSwitchStream({ _tag: 'unread', deep })).toStrictEqual(right({ _tag: 'unread' }))
      expect(decodeSwitchStream({ _tag: 'unavailable', detail: deep })).toStrictEqual(left('detail', 'string'))
    }
  })
})

describe('a pack', () => {
  test('without phases is none', () => {
    const value = put('pack', { ...pack, phases: [] }, postures[0])
    expect(wireType('Posture').decode(value)).toStrictEqual(left('pack.phases', 'an array of at least one phase'))
  })
})

test('a log line without `delivered`, or with one that is undefined, reads as one that does not know', () => {
  const line = decisionLogLines.find((one): one is DecisionLogEntry => 'delivered' in one)!
  const without = Object.fromEntries(Object.entries(line).filter(([key]) => key !== 'delivered'))
  for (const value of [without, { ...without, delivered: undefined }])
    expect(decodeDecisionLogLine(value)).toEqual(right({ ...without, delivered: null }))
})
