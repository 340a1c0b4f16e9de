import type { StoreSession } from '../model/StoreSession.js'

/** The harness's session store, read session by session. */
export interface SessionStore {
  readonly ids: ReadonlyArray<string>
  readonly read: (sessionId: string) => StoreSession | null
  readonly close: () => void
}
