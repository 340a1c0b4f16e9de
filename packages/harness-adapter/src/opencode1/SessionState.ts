import type { Option } from 'fp-ts/lib/Option.js'
import * as O from 'fp-ts/lib/Option.js'
import { putNewest } from '../environment/memory.js'
import type { Compaction } from './Compaction.js'
import { noDecisions, type SessionDecisions } from './OpenDecision.js'
import type { Witness } from './Witness.js'

/** What the program remembers of a session between two hooks. None of it is evidence but the witness. */
export interface SessionState {
  /** The witness of the newest prepared request. Replaced, or taken away, by the next one, and never used up. */
  readonly witness: Option<Witness>
  readonly compaction: Compaction
  readonly decisions: SessionDecisions
  /** The newest user messages that the harness stored. An id that another plugin made up is not among them. */
  readonly stored: ReadonlyArray<string>
}

const freshSession: SessionState = { witness: O.none, compaction: 'none', decisions: noDecisions, stored: [] }

/** The states of the newest sessions of one plugin instance. Keyed by session, so that none bleeds into another. */
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
    update: (sessionId, change) => void putNewest(states, sessionId, { ...of(sessionId), ...change }),
    forget: (sessionId) => void states.delete(sessionId),
    ids: () => [...states.keys()],
  }
}

/** The sessions of which a message list was prepared: the harness prepares one for every turn. */
export interface PreparedSessions {
  /** A message list named these sessions. One that names none may be of any session. */
  readonly add: (sessionIds: ReadonlyArray<string>) => void
  /** Whether a message list of this session was seen, or may have been. */
  readonly has: (sessionId: string) => boolean
}

/** The most that are remembered, so that a server that runs for months stays small. Beyond them every session counts as seen. */
const mostPrepared = 65_536

/** No session is ever taken out again: one that is deleted while its turn runs was seen all the same. */
export const createPreparedSessions = (): PreparedSessions => {
  const seen = new Set<string>()
  let isAny = false
  return {
    add: (sessionIds) => {
      for (const sessionId of sessionIds) if (seen.size < mostPrepared) seen.add(sessionId)
      isAny ||= sessionIds.length === 0 || seen.size >= mostPrepared
    },
    has: (sessionId) => isAny || seen.has(sessionId),
  }
}
