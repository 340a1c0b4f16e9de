import { processWide } from '../../environment/live/processWide.js'
import { createSessionStates, type SessionStates } from '../../request/SessionState.js'
import { openRequestsIn, type OpenSession } from '../OpenRequests.js'
import type { Memory2 } from '../program2.js'

/** What outlives a hot reload, which cleans up and sets up again in the middle of a session, and is shared by the instances of all projects. */
interface Shared {
  readonly open: Map<string, OpenSession>
  readonly sessions: SessionStates
  /** The ids of the newest events that were seen. */
  readonly events: Set<string>
  requests: number
}

/** The most event ids that are kept: many more than come before the slowest instance has seen them. */
const mostEvents = 4096

export type SharedMemory = Memory2 & {
  /** Whether no instance has seen the event of this id. */
  readonly isNews: (id: string) => boolean
}

/** What this process remembers of its sessions. It lives on `globalThis`; a new instance of the plugin finds it there. */
export const sharedMemory = (): SharedMemory => {
  const shared = processWide('opencode2/1', isShared, (): Shared => ({
    open: new Map(),
    sessions: createSessionStates(),
    events: new Set(),
    requests: 0,
  }))
  return {
    sessions: shared.sessions,
    requests: openRequestsIn(shared.open),
    next: () => (shared.requests += 1),
    isNews: (id) => {
      if (shared.events.has(id)) return false
      shared.events.add(id)
      const [oldest] = shared.events.size > mostEvents ? shared.events : []
      if (oldest !== undefined) shared.events.delete(oldest)
      return true
    },
  }
}

const isShared = (u: unknown): u is Shared =>
  typeof u === 'object' &&
  u !== null &&
  'open' in u &&
  u.open instanceof Map &&
  'sessions' in u &&
  typeof u.sessions === 'object' &&
  'events' in u &&
  u.events instanceof Set &&
  'requests' in u &&
  typeof u.requests === 'number'
