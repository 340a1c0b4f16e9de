/** Why the session-info call did not tell the session's agent. Only facts of the call: never a response body. */
export type SessionInfoFailure = NoClient | CallFailed | TimedOut | NoAgent | Malformed

/** The harness gave the plugin no client to ask. */
export interface NoClient {
  readonly _tag: 'no-client'
}

/** The call answered with an error, or threw. `status` is the HTTP status, `null` where there was none; `code` names the error. */
export interface CallFailed {
  readonly _tag: 'call-failed'
  readonly status: number | null
  readonly code: string
}

/** The call did not answer within the deadline. `afterMs` is in milliseconds. */
export interface TimedOut {
  readonly _tag: 'timed-out'
  readonly afterMs: number
}

/** The call answered with the right session, and it carries no agent. */
export interface NoAgent {
  readonly _tag: 'no-agent'
}

/** The call answered with something that is no session info. `paths` are the places that did not decode. */
export interface Malformed {
  readonly _tag: 'malformed'
  readonly paths: ReadonlyArray<string>
}

/** What the harness says of this request or of the session that it belongs to. */
export type SessionInfo = RequestSession | KnownSession | UnknownSession

/** The harness named the agent of this very request. Nothing knows better, so no stream is held against it (row 3a). */
export interface RequestSession {
  readonly _tag: 'request'
  readonly sessionId: string
  readonly agent: string
}

/** The session-info call named the session's agent. It is the session's selection, which the switch stream is held against. */
export interface KnownSession {
  readonly _tag: 'known'
  readonly sessionId: string
  readonly agent: string
}

/** The session-info call failed, and how. */
export interface UnknownSession {
  readonly _tag: 'unknown'
  readonly sessionId: string
  readonly failure: SessionInfoFailure
}

/** The harness named the agent of the request. */
export const request = (sessionId: string, agent: string): SessionInfo => ({ _tag: 'request', sessionId, agent })

/** The session-info call named the agent of the session. */
export const known = (sessionId: string, agent: string): SessionInfo => ({ _tag: 'known', sessionId, agent })

/** The session-info call failed. */
export const unknown = (sessionId: string, failure: SessionInfoFailure): SessionInfo => ({
  _tag: 'unknown',
  sessionId,
  failure,
})
