import type { Either } from 'fp-ts/lib/Either.js'
import * as E from 'fp-ts/lib/Either.js'
import type { CallFailed, TimedOut } from '@active-mode/core'
import { answerData, thrown } from '../../environment/answer.js'
import { clock } from '../../environment/live/clock.js'

/**
 * The data that a call of the harness's client answers with, within `ms` milliseconds. The client may throw at once, as
 * it does for a folder whose name does not fit into a header, reject, never settle or answer with an error: all are values.
 */
export const askHarness = (ms: number, call: () => Promise<unknown>): Promise<Either<CallFailed | TimedOut, unknown>> =>
  clock.within(ms, settle(call), () => E.left<CallFailed | TimedOut>({ _tag: 'timed-out', afterMs: ms }))

const settle = async (call: () => Promise<unknown>): Promise<Either<CallFailed | TimedOut, unknown>> => {
  try {
    return answerData(await call())
  } catch (error) {
    return E.left(thrown(error))
  }
}
