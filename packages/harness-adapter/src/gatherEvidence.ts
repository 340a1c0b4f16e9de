import type { DecisionRequest, RegistryBundle, SessionInfo, SwitchStream } from '@active-mode/core'
import type { Deadline } from './deadline.js'
import type { Ports } from './port/Ports.js'

/**
 * The registry, at once where it stands as it was read; unreadable where reading it takes longer than `ms` milliseconds, or
 * goes wrong in a way nobody foresaw: no silence, since a director may be running.
 */
export const registryWithin = ({ registry, clock }: Pick<Ports, 'registry' | 'clock'>, ms: number): RegistryBundle | Promise<RegistryBundle> => {
  try {
    return registry.standing() ?? clock.within(ms, registry.snapshot(), () => unreadable('not read in time'))
  } catch (error) {
    return failed(error)
  }
}

/**
 * Asks for what the decision needs beside the registry, and for no more: the session, only where a registry is staged, which
 * may take half of the time; and only where it did not answer, its records. `witness` is the stream of the primary path.
 */
export const gatherEvidence = async (
  session: Ports['session'],
  bundle: RegistryBundle,
  deadline: Deadline,
  sessionId: string,
  witness: SwitchStream,
): Promise<DecisionRequest> => {
  if (bundle._tag === 'absent') return { sessionInfo: notAsked(sessionId), bundle, switchStream: witness }
  try {
    const sessionInfo = await session.info(sessionId, Math.min(deadline.ms / 2, deadline.left()))
    return sessionInfo._tag !== 'unknown'
      ? { sessionInfo, bundle, switchStream: witness }
      : { sessionInfo, bundle, switchStream: await session.records(sessionId, sessionInfo.failure, deadline.left()) }
  } catch (error) {
    return { sessionInfo: notAsked(sessionId), bundle: failed(error), switchStream: { _tag: 'unread' } }
  }
}

const unreadable = (detail: string): RegistryBundle => ({ _tag: 'unreadable', detail })

const failed = (error: unknown): RegistryBundle => unreadable(`the plugin failed: ${error instanceof Error ? error.name : 'unknown error'}`)

/** Where no registry was ever staged the session decides nothing (row 1), so the harness is not asked. */
const notAsked = (sessionId: string): SessionInfo => ({ _tag: 'unknown', sessionId, failure: { _tag: 'call-failed', status: null, code: 'not-asked' } })
