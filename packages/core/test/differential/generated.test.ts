import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DecisionRequest } from '@active-mode/core'
import { decidePosture } from '@active-mode/core'
import {
  arbitraryAbstractCase,
  arbitraryDecisionRequest,
  arbitraryRichDecisionRequest,
  concretise,
  referenceTrace,
} from '@active-mode/fixtures'
import { lawSeed } from '../laws/lawRun.js'

const numRuns = 10_000

/** What a caller without the codecs may hand in: sequence numbers that are no integers. */
const withOddNumbers = ({ switchStream, ...rest }: DecisionRequest, odd: ReadonlyArray<number>): DecisionRequest => ({
  ...rest,
  switchStream:
    switchStream._tag !== 'records'
      ? switchStream
      : {
          ...switchStream,
          records: switchStream.records.map((record, index) => {
            const value = odd[index]
            return record.key._tag === 'seq' && value !== undefined
              ? { ...record, key: { _tag: 'seq', value } }
              : record
          }),
        },
})

const oddNumbers = fc.array(fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, 1.5, 0, 1), {
  minLength: 1,
  maxLength: 3,
})

const inputs: ReadonlyArray<readonly [string, fc.Arbitrary<DecisionRequest>]> = [
  ['any request', arbitraryDecisionRequest],
  ['any request with parts of any make', arbitraryRichDecisionRequest],
  [
    'any request with sequence numbers that are no integers',
    fc.tuple(arbitraryDecisionRequest, oddNumbers).map(([request, odd]) => withOddNumbers(request, odd)),
  ],
  ['any abstract case, of up to five records', arbitraryAbstractCase.map(concretise)],
]

console.info(`generated differential: ${String(numRuns)} runs each, again with LAWS_SEED=${String(lawSeed)}`)

describe('decidePosture agrees with the reference on what is generated', () => {
  for (const [name, arbitrary] of inputs)
    test(name, () => {
      const reached = new Map<number | '3a', number>()
      fc.assert(
        fc.property(arbitrary, (request) => {
          const { rows, posture } = referenceTrace(request)
          rows.forEach((row) => reached.set(row, (reached.get(row) ?? 0) + 1))
          expect(decidePosture(request.sessionInfo, request.bundle, request.switchStream)).toStrictEqual(posture)
        }),
        { numRuns, seed: lawSeed },
      )
      // A generator that misses a row compares nothing there.
      for (const row of ['3a' as const, ...Array.from({ length: 16 }, (_, place) => place + 1)])
        expect(reached.get(row) ?? 0, `row ${String(row)}`).toBeGreaterThan(20)
    })
})
