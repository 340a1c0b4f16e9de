import type { Option } from 'fp-ts/lib/Option.js'
import * as O from 'fp-ts/lib/Option.js'
import type { Told } from '../notice/Told.js'
import type { Witness } from '../opencode1/preparationOf.js'
import type { Decision } from './Decision.js'

/** What the program remembers of a session between two hooks. None of it is evidence but the witness. */
export interface SessionState {
  /** What the newest prepared request answers. Replaced, or taken away, by the next one, and never used up. */
  readonly witness: Option<Witness>
  /** How far a compaction that was announced has come; `null` when it is over, or a turn is prepared or served. */
  readonly compaction: 'announced' | 'prepared' | null
  /** What was told last, and the number of the request that it was told to. */
  readonly told: (Told & { readonly request: number }) | null
  /** The newest decision, until the harness says for which agent its request is. */
  readonly open: OpenDecision | null
  /** The number of the newest request that was decided. */
  readonly decided: number
  /** The newest user messages that the harness stored. An id that another plugin made up is not among them. */
  readonly stored: ReadonlyArray<string>
  /** User messages whose decision was closed before the harness said anything of it, so that what it says late is known as such. */
  readonly abandoned: ReadonlyArray<string>
  /** Whether the turn under way was broken off. */
  readonly isAborted: boolean
  /** Whether it was said that its blocks cannot be written. */
  readonly saidUnwritable: boolean
  /** Whether it was said that this session is prompted in a way that gives plugins no hook. */
  readonly saidUnhooked: boolean
}

/** A decision, and the user message that its request was seen to answer: what another plugin put there, perhaps. */
export interface OpenDecision {
  readonly decision: Decision
  readonly seenMessageId: string | null
}

const freshSession: SessionState = {
  witness: O.none,
  compaction: null,
  told: null,
  open: null,
  decided: 0,
  stored: [],
  abandoned: [],
  isAborted: false,
  saidUnwritable: false,
  saidUnhooked: false,
}

/** The most sessions that are remembered; the one not touched for longest is forgotten first. */
const mostSessions = 4096

/** The states of the sessions of one plugin instance. Keyed by session, so that none bleeds into another. */
export interface SessionStates {
  readonly of: (sessionId: string) => SessionState
  readonly update: (sessionId: string, change: Partial<SessionState>) => void
  readonly forget: (sessionId: string) => void
  /** The ids of all sessions that are remembered. */
  readonly ids: () => ReadonlyArray<string>
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
    ids: () => [...states.keys()],
  }
}
