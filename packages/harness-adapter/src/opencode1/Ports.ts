import type { Either } from 'fp-ts/lib/Either.js'
import type { AgentRecord, SessionInfo, SessionInfoFailure } from '@active-mode/core'
import type { Ports as CommonPorts } from '../request/Ports.js'
import type { OwnAgent } from './decodeAnswer.js'
import type { MessagePage } from './decodeMessages.js'

/** All that the program for the harness 1.x may reach of the world. Each question is answered within `ms` milliseconds and never rejects. */
export interface Ports extends CommonPorts {
  readonly session: SessionSource
  readonly agents: AgentSource
}

/** What the harness says about a session. A failure is a value; where it is a `string`, it is a sentence. */
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

/** The agents of the harness; `null` where they could not be had. */
export interface AgentSource {
  /** Those that the harness keeps for itself. */
  readonly own: (ms: number) => Promise<ReadonlyArray<OwnAgent> | null>
  /** The names of all of them. */
  readonly names: (ms: number) => Promise<ReadonlyArray<string> | null>
  /** Whether an earlier answer listed this agent as the harness's own. */
  readonly isKnownOwn: (agent: string) => boolean
}
