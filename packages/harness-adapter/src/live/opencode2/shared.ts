import { createSessionStates, type SessionStates } from '../../SessionState.js'
import { openRequestsIn, type OpenRequests, type OpenSession } from '../../opencode2/OpenRequests.js'

/** The number is the shape's version: another shape takes another key and leaves this one to older copies. */
const key = Symbol.for('@active-mode/opencode2/1')

/** What outlives a hot reload, which cleans up and sets up again in the middle of a session. */
interface Shared {
  readonly open: Map<string, OpenSession>
  readonly sessions: SessionStates
}

/** What this process remembers of its sessions. It lives on `globalThis`; a new instance of the plugin finds it there. */
export const sharedState = (): { readonly requests: OpenRequests; readonly sessions: SessionStates } => {
  const found: unknown = Reflect.get(globalThis, key)
  const shared = isShared(found) ? found : { open: new Map<string, OpenSession>(), sessions: createSessionStates() }
  if (shared !== found) Reflect.defineProperty(globalThis, key, { value: shared, configurable: true, writable: true })
  return { requests: openRequestsIn(shared.open), sessions: shared.sessions }
}

const isShared = (u: unknown): u is Shared => typeof u === 'object' && u !== null && 'open' in u && u.open instanceof Map && 'sessions' in u && typeof u.sessions === 'object'
