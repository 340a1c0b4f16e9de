import type { DecisionRequest, RegistryBundle, SessionInfo, SwitchStream } from '@active-mode/core'
import type { Deadline } from './deadline.js'
import type { Ports } from './port/Ports.js'

/** What the harness and the disk are asked with. */
type EvidencePorts = Pick<Ports, 'registry' | 'session' | 'clock'>

/**
 * Asks for what the decision needs, and for no more: the registry; only where one is staged the session, which may take
 * half of the time; and only where the session did not answer, its records. `witness` is the stream of the primary path.
 */
export const gatherEvidence = async (
  { registry, session, clock }: EvidencePorts,
  deadline: Deadline,
  sessionId: string,
  witness: SwitchStream,
): Promise<DecisionRequest> => {
  const bundle = registry.standing() ?? (await clock.within(deadline.left(), registry.snapshot(), () => notRead))
  if (bundle._tag === 'absent') return { sessionInfo: notAsked(sessionId), bundle, switchStream: witness }

  const sessionInfo = await session.info(sessionId, Math.min(deadline.ms / 2, deadline.left()))
  return sessionInfo._tag === 'known'
    ? { sessionInfo, bundle, switchStream: witness }
    : { sessionInfo, bundle, switchStream: await session.records(sessionId, sessionInfo.failure, deadline.left()) }
}

const notRead: RegistryBundle = { _tag: 'unreadable', detail: 'not read in time' }

/** Where no registry was ever staged the session decides nothing (row 1), so the harness is not asked. */
const notAsked = (sessionId: string): SessionInfo => ({ _tag: 'unknown', sessionId, failure: { _tag: 'call-failed', status: null, code: 'not-asked' } })

/** The evidence where gathering it went wrong in a way nobody foresaw: no silence, since a director may be running. */
export const failedEvidence = (sessionId: string, error: unknown): DecisionRequest => ({
  sessionInfo: notAsked(sessionId),
  bundle: { _tag: 'unreadable', detail: `the plugin failed: ${error instanceof Error ? error.name : 'unknown error'}` },
  switchStream: { _tag: 'unread' },
})
