import type { StoreSession } from '../StoreSession.js'

/** The harness's session store, read session by session. */
export interface SessionStore {
  readonly ids: ReadonlyArray<string>
  /** When a session of it was last changed, in milliseconds since the epoch; `null` where it does not say. */
  readonly until: number | null
  readonly read: (sessionId: string) => StoreSession | null
  readonly close: () => void
}
