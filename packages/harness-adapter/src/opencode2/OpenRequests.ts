import type { Decision } from '../log/Decision.js'
import type { Kind } from './eventOf.js'

/** A decided request on its way to the model. */
export interface OpenRequest {
  readonly kind: Kind
  /** The agent that the hook named. */
  readonly named: string | null
  readonly decision: Decision
  /** Whether its body was looked at. */
  readonly isSeen: boolean
}

/** The requests of one session that are decided and not yet on the wire, and what was learned of its plugins. */
export interface OpenSession {
  /** Decided; `model.request` has not come yet. Oldest first. */
  readonly decided: Array<OpenRequest>
  /** Confirmed, or not; its body has not been seen yet, or its message is not known. Oldest first. */
  readonly sent: Array<OpenRequest>
  /** Whether some plugin was seen to forge `event.agent`, and no request has agreed since. */
  isForged: boolean
  /** Whether a prompt was seen since this plugin was set up: a request of it must have been decided. */
  isPrompted: boolean
}

/** The open requests, by session. */
export interface OpenRequests {
  readonly of: (sessionId: string) => OpenSession
  readonly forget: (sessionId: string) => void
  readonly sessions: () => ReadonlyArray<OpenSession>
}

/** The most sessions that are remembered; the one not touched for longest is forgotten first. */
const mostSessions = 4096

/** Keeps open requests in a map that outlives a hot reload, which may fall between two hooks of one request. */
export const openRequestsIn = (map: Map<string, OpenSession>): OpenRequests => ({
  of: (sessionId) => {
    const session = map.get(sessionId) ?? { decided: [], sent: [], isForged: false, isPrompted: false }
    map.delete(sessionId)
    map.set(sessionId, session)
    const oldest = map.size > mostSessions ? map.keys().next().value : undefined
    if (oldest !== undefined) map.delete(oldest)
    return session
  },
  forget: (sessionId) => {
    map.delete(sessionId)
  },
  sessions: () => [...map.values()],
})
