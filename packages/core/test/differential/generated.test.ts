import { decidePosture } from '@active-mode/core'
import {
  arbitraryAbstractCase,
  arbitraryDecisionRequest,
  arbitraryRichDecisionRequest,
  concretise,
  referenceTrace,
} from '@active-mode/fixtures'
import type { DecisionRequest } from '@active-mode/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lawSeed } from '../laws/lawRun.js'

const numRuns = 10_000

const inputs: ReadonlyArray<readonly [string, fc.Arbitrary<DecisionRequest>]> = [
  ['any request', arbitraryDecisionRequest],
  ['any request with parts of any make', arbitraryRichDecisionRequest],
  ['any abstract case, of up to five records', arbitraryAbstractCase.map(concretise)],
]

console.info(`generated differential: ${String(numRuns)} runs each, again with LAWS_SEED=${String(lawSeed)}`)

describe('decidePosture agrees with the reference on what is generated', () => {
  for (const [name, arbitrary] of inputs)
    test(name, () => {
      const reached = new Map<number, number>()
      fc.assert(
        fc.property(arbitrary, (request) => {
          const { rows, posture } = referenceTrace(request)
          rows.forEach((row) => reached.set(row, (reached.get(row) ?? 0) + 1))
          expect(decidePosture(request.sessionInfo, request.bundle, request.switchStream)).toStrictEqual(posture)
        }),
        { numRuns, seed: lawSeed },
      )
      // A generator that misses a row compares nothing there.
      for (let row = 1; row <= 16; row += 1) expect(reached.get(row) ?? 0, `row ${String(row)}`).toBeGreaterThan(20)
    })
})
