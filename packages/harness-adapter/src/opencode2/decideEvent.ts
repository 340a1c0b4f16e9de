import type { RegistryBundle } from '@active-mode/core'
import type { Decide } from '../request/decide.js'
import { type Decision, unconfirmed } from '../request/Decision.js'
import { sessionInfoOf } from './requestNamed.js'

/** A request as a hook names it, with the registry that it is decided from. */
export interface NamedRequest {
  /** Wall clock, in milliseconds. */
  readonly at: number
  readonly sessionId: string
  /** What the hook was given. Its `agent` is the only evidence. */
  readonly event: unknown
  readonly isForged: boolean
  readonly bundle: RegistryBundle
}

/** Decides a request from what its hook says of it. No session is asked, and no message is read. */
export const decideEvent = (decide: Decide, { at, sessionId, event, isForged, bundle }: NamedRequest): Decision => {
  const sessionInfo = sessionInfoOf(sessionId, event, isForged)
  const request = { sessionInfo, bundle, switchStream: { _tag: 'unread' } } as const
  return { at, request, ...decide(request), messageId: null, elapsedMs: 0, ...unconfirmed }
}

/**
 * The record of a request that went out although no hook was called to decide it: the posture that was due, and no block. It is
 * confirmed only if no block was due.
 */
export const undecided = (due: Decision, agent: string | null): Decision => {
  const isDue = due.block !== null
  return {
    ...due,
    block: null,
    requestAgent: agent,
    confirmed: agent === null ? null : !isDue,
    delivered: isDue ? false : null,
  }
}
