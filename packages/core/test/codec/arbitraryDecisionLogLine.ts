import fc from 'fast-check'
import type { DecisionLogLine } from '@active-mode/core'
import { summarise } from '@active-mode/core'
import {
  arbitraryAgentId,
  arbitraryPosture,
  arbitraryProse,
  arbitrarySessionInfo,
  arbitrarySwitchStream,
} from '@active-mode/fixtures'

const orNull = <A>(arbitrary: fc.Arbitrary<A>) => fc.option(arbitrary, { freq: 3 })

/** Any line of a decision log: a decision in nine of ten, else a count of lines that were lost. */
export const arbitraryDecisionLogLine: fc.Arbitrary<DecisionLogLine> = fc.oneof<
  { weight: number; arbitrary: fc.Arbitrary<DecisionLogLine> }[]
>(
  {
    weight: 9,
    arbitrary: fc.record({
      v: fc.constant(1 as const),
      at: arbitraryProse,
      sessionId: arbitraryProse,
      messageId: orNull(arbitraryProse),
      harness: orNull(arbitraryProse),
      plugin: arbitraryProse,
      sessionInfo: arbitrarySessionInfo,
      switchStream: arbitrarySwitchStream,
      registry: arbitraryProse,
      posture: arbitraryPosture.map(summarise),
      blockSha256: orNull(arbitraryProse),
      blockBytes: fc.maxSafeNat(),
      elapsedMs: fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }).map((ms) => ms + 0),
      requestAgent: orNull(arbitraryAgentId),
      confirmed: orNull(fc.boolean()),
      delivered: orNull(fc.boolean()),
    }),
  },
  { weight: 1, arbitrary: fc.record({ v: fc.constant(1 as const), at: arbitraryProse, dropped: fc.maxSafeNat() }) },
)
