import { isFirst, processWide } from '../../environment/memory.js'
import { nothingSaid, type Said } from '../../notice/speaker.js'
import { createOpenRequests, type OpenSession } from '../OpenRequests.js'
import type { Memory } from '../program.js'

/** What outlives a hot reload, which cleans up and sets up again in the middle of a session, and is shared by the instances of all projects. */
interface Shared {
  readonly open: Map<string, OpenSession>
  readonly said: Said
  /** The ids of the newest events that were seen: many more than come before the slowest instance has seen them. */
  readonly events: Set<string>
  requests: number
}

export type SharedMemory = Memory & {
  /** Whether no instance has seen the event of this id. */
  readonly isNews: (id: string) => boolean
}

/** What this process remembers of its sessions. It lives on `globalThis`; a new instance of the plugin finds it there. */
export const sharedMemory = (): SharedMemory => {
  const shared = processWide('opencode2/2', isShared, (): Shared => ({
    open: new Map(),
    said: nothingSaid(),
    events: new Set(),
    requests: 0,
  }))
  return {
    said: shared.said,
    requests: createOpenRequests(shared.open),
    next: () => (shared.requests += 1),
    isNews: (id) => isFirst(shared.events, id),
  }
}

const isShared = (u: unknown): u is Shared =>
  typeof u === 'object' &&
  u !== null &&
  'open' in u &&
  u.open instanceof Map &&
  'said' in u &&
  typeof u.said === 'object' &&
  'events' in u &&
  u.events instanceof Set &&
  'requests' in u &&
  typeof u.requests === 'number'
