import type { StoreSession, ToolCall } from '../StoreSession.js'

/** The harness's session store, read session by session. */
export interface SessionStore {
  readonly ids: ReadonlyArray<string>
  /** When a session of it was last changed, in milliseconds since the epoch; `null` where it does not say. */
  readonly until: number | null
  /** Says which sessions will be read, in their order, so that they can be read ahead. Nothing else depends on it. */
  readonly expect: (sessionIds: ReadonlyArray<string>) => void
  readonly read: (sessionId: string) => StoreSession | null
  /** The calls of tools by an answer of a session, in their order. Asked for a few answers only. */
  readonly callsOf: (sessionId: string, messageId: string) => ReadonlyArray<ToolCall>
  readonly close: () => void
}

/** A store or export that was found or named. `passed-over`: it has none of the log's sessions and another one does. */
export interface StoreCoverage {
  readonly path: string
  readonly state: 'read' | 'passed-over' | 'unread'
  /** Why it was not read. */
  readonly why: string | null
  readonly sessions: number | null
  /** When a session of it was last changed. */
  readonly until: string | null
}

/** Several stores as one. A session that two of them know is the first one's. */
export const joinStores = (stores: ReadonlyArray<SessionStore>): SessionStore => {
  const owner = new Map(stores.toReversed().flatMap((store) => store.ids.map((id) => [id, store] as const)))
  const times = stores.flatMap(({ until }) => (until === null ? [] : [until]))
  return {
    ids: [...owner.keys()],
    until: times.length === 0 ? null : Math.max(...times),
    expect: (ids) => stores.forEach((store) => store.expect(ids.filter((id) => owner.get(id) === store))),
    read: (id) => owner.get(id)?.read(id) ?? null,
    callsOf: (id, messageId) => owner.get(id)?.callsOf(id, messageId) ?? [],
    close: () => stores.forEach((store) => store.close()),
  }
}
