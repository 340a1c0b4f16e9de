import * as O from 'fp-ts/lib/Option.js'
import type { Option } from 'fp-ts/lib/Option.js'
import type { Witness } from './harness/witnessOf.js'
import type { Decision } from './log/Decision.js'
import type { Told } from './notice/Told.js'

/** What the program remembers of a session between two hooks. None of it is evidence but the witness. */
export interface SessionState {
  /** What the newest prepared request answers. Replaced by the next one, never used up. */
  readonly witness: Option<Witness>
  /** How far a compaction that was announced has come; `null` when it is over, or a turn is prepared or served. */
  readonly compaction: 'announced' | 'prepared' | null
  /** What was told last, and the number of the request that it was told to. */
  readonly told: (Told & { readonly request: number }) | null
  /** The newest decision, until the harness says for which agent its request is. */
  readonly open: Decision | null
  /** Whether it was said that its blocks cannot be written. */
  readonly saidUnwritable: boolean
  /** Whether it was said that this session is prompted in a way that gives plugins no hook. */
  readonly saidUnhooked: boolean
}

const freshSession: SessionState = { witness: O.none, compaction: null, told: null, open: null, saidUnwritable: false, saidUnhooked: false }

/** The most sessions that are remembered; the one not touched for longest is forgotten first. */
const mostSessions = 4096

/** The states of the sessions of one plugin instance. Keyed by session, so that none bleeds into another. */
export interface SessionStates {
  readonly of: (sessionId: string) => SessionState
  readonly update: (sessionId: string, change: Partial<SessionState>) => void
  readonly forget: (sessionId: string) => void
}

export const createSessionStates = (): SessionStates => {
  const states = new Map<string, SessionState>()
  const of = (sessionId: string): SessionState => states.get(sessionId) ?? freshSession
  return {
    of,
    update: (sessionId, change) => {
      const next = { ...of(sessionId), ...change }
      states.delete(sessionId)
      states.set(sessionId, next)
      const oldest = states.size > mostSessions ? states.keys().next().value : undefined
      if (oldest !== undefined) states.delete(oldest)
    },
    forget: (sessionId) => {
      states.delete(sessionId)
    },
  }
}
