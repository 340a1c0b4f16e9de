import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lawRuns, lawSeed } from '../laws/lawRun.js'
import { mapObjects } from './place.js'
import { wireTypes } from './wireTypes.js'

console.info(`round trips: ${String(lawRuns)} runs each, again with LAWS_SEED=${String(lawSeed)}`)

const runs = { numRuns: lawRuns, seed: lawSeed }

describe.each(wireTypes)('$name', ({ decode, encode, samples, arbitrary }) => {
  test('comes back from the wire as it went', () => {
    fc.assert(
      fc.property(arbitrary, (value) => {
        const right = { _tag: 'Right', right: value }
        // Not strictly, since the generators make objects without a prototype, too. The text beside it is strict.
        expect(decode(encode(value))).toEqual(right)
        expect(decode(JSON.parse(JSON.stringify(encode(value))))).toEqual(right)
        expect(JSON.stringify(encode(value))).toBe(JSON.stringify(value))
      }),
      runs,
    )
  })

  test('goes out without what the type does not know', () => {
    for (const [value] of samples) {
      expect(encode(value)).toStrictEqual(value)
      expect(encode(mapObjects((object) => ({ ...object, secret: 'x' }), value))).toStrictEqual(value)
    }
  })
})
