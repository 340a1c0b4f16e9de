import type { SessionStore } from './SessionStore.js'

/** Several stores as one. A session that two of them know is the first one's. */
export const joinStores = (stores: ReadonlyArray<SessionStore>): SessionStore => {
  const owner = new Map(stores.toReversed().flatMap((store) => store.ids.map((id) => [id, store] as const)))
  const times = stores.flatMap(({ until }) => (until === null ? [] : [until]))
  return {
    ids: [...owner.keys()],
    until: times.length === 0 ? null : Math.max(...times),
    read: (id) => owner.get(id)?.read(id) ?? null,
    close: () => stores.forEach((store) => store.close()),
  }
}
