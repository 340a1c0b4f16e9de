import type { SessionInfo, SessionInfoFailure, SwitchStream } from '@active-mode/core'

/** What the harness tells of a session. Both calls settle within `ms` milliseconds and never reject: a failure is a value. */
export interface SessionSource {
  readonly info: (sessionId: string, ms: number) => Promise<SessionInfo>
  /** The newest agent records of a session, for when the info failed, and how it failed. */
  readonly records: (sessionId: string, failure: SessionInfoFailure, ms: number) => Promise<SwitchStream>
}
