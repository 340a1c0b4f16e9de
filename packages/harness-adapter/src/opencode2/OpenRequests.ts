import type { Decision } from '../request/Decision.js'
import type { Kind } from './eventOf.js'

/** A request between its hooks. */
export interface OpenRequest {
  readonly kind: Kind
  /** The agent that the hook named; `null` where it named none that can be used. */
  readonly named: string | null
  /** `null` where there is no registry, so that nothing is to be told or logged. */
  readonly decision: Decision | null
  /** Whether it was open beside another of its kind that was decided otherwise, so that which is which is not known. */
  readonly isMixed: boolean
  /** Whether its body was looked at. */
  readonly isSeen: boolean
  /** Writes it to the log that knows it: after a hot reload there is another. */
  readonly write: (decision: Decision) => void
}

/** A request that was decided, from a registry. */
export type DecidedRequest = OpenRequest & { readonly decision: Decision }

/** A request whose session nothing named before, as one of this session. */
export const adopted = (open: OpenRequest | null, sessionId: string): OpenRequest | null => {
  if (open === null || open.decision === null) return open
  const { request } = open.decision
  return {
    ...open,
    decision: { ...open.decision, request: { ...request, sessionInfo: { ...request.sessionInfo, sessionId } } },
  }
}

/** The requests of one session that are not over, and what was learned of its plugins. */
export interface OpenSession {
  /** `model.request` has not come yet. Oldest first. */
  readonly decided: OpenRequest[]
  /** `model.request` has come; the body has not been seen yet, or the message is not known. Oldest first. */
  readonly sent: DecidedRequest[]
  /** Whether some plugin was seen to forge `event.agent`, and no request has agreed since. */
  isForged: boolean
  /** Whether the newest block that could be looked for was not there. */
  isLost: boolean
  /** Whether it was said that a request came through undecided, and none was decided since. */
  isUndecided: boolean
  /** The instance of the plugin that has seen the session begin something: whatever the session asks from then on, it must have decided. */
  begunUnder: unknown
}

/** The open requests, by session. */
export interface OpenRequests {
  readonly of: (sessionId: string) => OpenSession
  readonly forget: (sessionId: string) => void
}

/** The most sessions that are remembered; the one not touched for longest is forgotten first. */
const mostSessions = 4096

/** Keeps open requests in a map that outlives a hot reload, which may fall between two hooks of one request. */
export const openRequestsIn = (map: Map<string, OpenSession>): OpenRequests => ({
  of: (sessionId) => {
    const session = map.get(sessionId) ?? {
      decided: [],
      sent: [],
      isForged: false,
      isLost: false,
      isUndecided: false,
      begunUnder: null,
    }
    map.delete(sessionId)
    map.set(sessionId, session)
    const oldest = map.size > mostSessions ? map.keys().next().value : undefined
    if (oldest !== undefined) map.delete(oldest)
    return session
  },
  forget: (sessionId) => {
    map.delete(sessionId)
  },
})
