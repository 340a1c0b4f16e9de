import type { Either } from 'fp-ts/lib/Either.js'
import * as E from 'fp-ts/lib/Either.js'
import { constNull, pipe } from 'fp-ts/lib/function.js'
import type { CallFailed, TimedOut } from '@active-mode/core'
import { fieldsOf } from '../../environment/foreign.js'
import { clock } from '../../environment/live/clock.js'
import { decodeAnswer, thrown } from '../decodeAnswer.js'
import type { HarnessClient } from '../HarnessClient.js'

/**
 * The data that a call of the harness's client answers with, within `ms` milliseconds. The client may throw at once, as it does for a
 * folder whose name does not fit into a header, reject, never settle or answer with an error: all are values.
 */
export const askHarness = (ms: number, call: () => Promise<unknown>): Promise<Either<CallFailed | TimedOut, unknown>> =>
  clock.within(ms, caught(call), () => E.left<CallFailed | TimedOut>({ _tag: 'timed-out', afterMs: ms }))

const caught = async (call: () => Promise<unknown>): Promise<Either<CallFailed | TimedOut, unknown>> => {
  try {
    return decodeAnswer(await call())
  } catch (error) {
    return E.left(thrown(error))
  }
}

/** The harness's version, asked for once and only when it is wanted; `null` where it does not tell. */
export const createVersionSource = (client: HarnessClient | undefined): (() => Promise<string | null>) => {
  let version: Promise<string | null> | null = null
  return () => (version ??= askVersion(client))
}

const askVersion = async (client: HarnessClient | undefined): Promise<string | null> => {
  const transport = client?._client
  return transport === undefined
    ? null
    : pipe(
        await askHarness(versionPatience, () => transport.get({ url: '/global/health' })),
        E.match(constNull, versionIn),
      )
}

/** How long the harness may take to tell its version, in milliseconds. Only lines of the log wait for it. */
const versionPatience = 2000

const versionIn = (data: unknown): string | null => {
  const { version } = fieldsOf(data)
  return typeof version === 'string' && /^[0-9A-Za-z.+-]{1,64}$/.test(version) ? version : null
}
