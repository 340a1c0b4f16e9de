import type { Either } from 'fp-ts/lib/Either.js'
import type { AgentRecord, SessionInfo, SessionInfoFailure } from '@active-mode/core'
import type { MessagePage } from './pageOf.js'

/** What the harness tells of a session. Each call settles within `ms` milliseconds and never rejects: a failure is a value, and a sentence where it is a `string`. */
export interface SessionSource {
  readonly info: (sessionId: string, ms: number) => Promise<SessionInfo>
  /** The newest page of its stored messages. */
  readonly page: (sessionId: string, ms: number) => Promise<Either<string, MessagePage>>
  /** The switches of agent that were made without a message; `failure` says how the session info failed. */
  readonly switches: (
    sessionId: string,
    failure: SessionInfoFailure,
    ms: number,
  ) => Promise<Either<string, ReadonlyArray<AgentRecord>>>
}
