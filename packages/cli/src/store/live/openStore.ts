import { type Io, Refusal } from '../../Io.js'
import { openDatabase } from './openDatabase.js'
import { openExport } from './openExport.js'
import { ownStores } from './ownStores.js'
import type { StoreCoverage } from './SessionStore.js'
import { joinStores, type SessionStore } from './SessionStore.js'

/** What was asked for. Paths are absolute. */
export interface StoreRequest {
  readonly store: string | null
  readonly export: string | null
  /** Whether the log is this user's own: `--log` was not given. */
  readonly isOwnLog: boolean
  /** Whether the log has lines of a session. */
  readonly isLogged: (sessionId: string) => boolean
}

export interface OpenedStore {
  readonly store: SessionStore | null
  readonly found: ReadonlyArray<StoreCoverage>
  /** Why none was read; `null` where one was. */
  readonly whyNone: string | null
}

/**
 * The store that was named; if none was and the log is this user's own, this user's own store. Of several, those that
 * know a session of the log are read; where none does, the first. Throws a Refusal where one that was named cannot be read.
 */
export const openStore = async (
  { store, export: exported, isOwnLog, isLogged }: StoreRequest,
  io: Pick<Io, 'env' | 'home'>,
): Promise<OpenedStore> => {
  if (store !== null) return opened([{ path: store, store: await openDatabase(store) }], [])
  if (exported !== null) return opened([{ path: exported, store: openExport(exported) }], [])
  if (!isOwnLog) return none('--log was given without a store; give --store FILE or --export FILE', [])
  const { files, looked } = ownStores(io)
  if (files.length === 0) return none(`there is none; looked at ${looked}; give --store FILE or --export FILE`, [])
  const tried = await Promise.all(files.map(tryToOpen))
  const there = tried.flatMap((each) => ('store' in each ? [each] : []))
  const unread = tried.flatMap((each) => ('store' in each ? [] : [each]))
  const [first] = there
  if (first === undefined) return none(unread.map(({ why }) => why ?? '').join('; '), unread)
  const sharing = there.filter((each) => each.store.ids.some(isLogged))
  const wanted = sharing.length === 0 ? [first] : sharing
  const others = there.filter((each) => !wanted.includes(each))
  others.forEach((each) => each.store.close())
  return opened(wanted, [
    ...others.map((each): StoreCoverage => ({
      ...coverageOf(each),
      state: 'passed-over',
      why: "it has none of the log's sessions",
    })),
    ...unread,
  ])
}

interface Opened {
  readonly path: string
  readonly store: SessionStore
}

const opened = (read: ReadonlyArray<Opened>, others: ReadonlyArray<StoreCoverage>): OpenedStore => ({
  store: joinStores(read.map(({ store }) => store)),
  found: [...read.map(coverageOf), ...others],
  whyNone: null,
})

const none = (whyNone: string, found: ReadonlyArray<StoreCoverage>): OpenedStore => ({ store: null, found, whyNone })

const coverageOf = ({ path, store: { ids, until } }: Opened): StoreCoverage => ({
  path,
  state: 'read',
  why: null,
  sessions: ids.length,
  until: until === null ? null : new Date(until).toISOString(),
})

const tryToOpen = async (path: string): Promise<Opened | StoreCoverage> => {
  try {
    return { path, store: await openDatabase(path) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { path, state: 'unread', why: error.message, sessions: null, until: null }
  }
}
