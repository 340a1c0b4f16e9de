import { isRight } from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { decidePosture, decodeDecisionRequest, encodePosture } from '@active-mode/core'
import { loadVectors, matchesVector, referencePosture } from '@active-mode/fixtures'

const vectors = loadVectors()

describe('conformance vectors', () => {
  test('none of the 63 is lost', () => {
    expect(vectors.length).toBeGreaterThanOrEqual(63)
  })

  for (const { name, request, expect: expected } of vectors)
    test(name, () => {
      const decoded = decodeDecisionRequest(request)
      if (!isRight(decoded)) return expect.fail(JSON.stringify(decoded.left))
      const { sessionInfo, bundle, switchStream } = decoded.right
      for (const decide of [decidePosture, referencePosture]) {
        const outcome: unknown = JSON.parse(JSON.stringify(encodePosture(decide(sessionInfo, bundle, switchStream))))
        expect(matchesVector(expected, outcome), JSON.stringify(outcome)).toBe(true)
      }
    })

  test('a vector that does not match is seen', () => {
    expect(matchesVector({ a: [{ b: 1 }] }, { a: [{ b: 1, c: 2 }], d: 3 })).toBe(true)
    expect(matchesVector({ a: [{ b: 1 }] }, { a: [{ b: 2 }] })).toBe(false)
    expect(matchesVector({ a: [] }, { a: [1] })).toBe(false)
    expect(matchesVector({ a: null }, {})).toBe(false)
  })
})
