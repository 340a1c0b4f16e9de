import type { RegistryBundle } from '@active-mode/core'
import type { createBlockFor } from '../request/blockFor.js'
import type { Decision } from '../request/Decision.js'
import { sessionInfoOf } from './eventOf.js'

/** A request that went out without that a hook was called to decide it. */
export interface Missed {
  /** Wall clock, in milliseconds. */
  readonly at: number
  readonly sessionId: string
  /** The agent that `model.request` named. */
  readonly agent: string | null
  readonly bundle: RegistryBundle
}

/**
 * What the log keeps of a request that nobody decided: what it should have been told, and that it was told nothing. Only where nothing
 * was to be told is that confirmed.
 */
export const undecidedAs = (
  blockFor: ReturnType<typeof createBlockFor>,
  { at, sessionId, agent, bundle }: Missed,
): Decision => {
  const request = {
    sessionInfo: sessionInfoOf(sessionId, { agent }, false),
    bundle,
    switchStream: { _tag: 'unread' },
  } as const
  const { block, ...rest } = blockFor(request)
  const isDue = block !== null
  return {
    at,
    request,
    ...rest,
    block: null,
    messageId: null,
    elapsedMs: 0,
    requestAgent: agent,
    confirmed: agent === null ? null : !isDue,
    delivered: isDue ? false : null,
  }
}
