import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setVariable } from '@active-mode/harness-adapter/library'
import type { Io } from '../port/Io.js'
import { openDatabase } from './openDatabase.js'
import { openExport } from './openExport.js'
import { Refusal } from './Refusal.js'
import type { SessionStore } from './SessionStore.js'

/** What was asked for. Paths are absolute. */
export interface StoreRequest {
  readonly store: string | null
  readonly export: string | null
  /** Whether the log is this person's own. */
  readonly isOwnLog: boolean
  readonly isQuiet: boolean
}

export interface OpenedStore {
  readonly store: SessionStore | null
  readonly path: string | null
}

/** The store that was named; of this person's own log, where none was named, this person's own store, if it can be read. Throws a Refusal where one that was named cannot. */
export const openStore = async ({ store, export: exported, isOwnLog, isQuiet }: StoreRequest, io: Pick<Io, 'env' | 'home' | 'stderr'>): Promise<OpenedStore> => {
  if (store !== null) return { store: await openDatabase(store), path: store }
  if (exported !== null) return { store: openExport(exported), path: exported }
  const own = ownStore(io)
  if (!isOwnLog || !existsSync(own)) return nothing
  try {
    return { store: await openDatabase(own), path: own }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (!isQuiet) io.stderr(`the log is audited without the session store: ${error.message}`)
    return nothing
  }
}

const nothing: OpenedStore = { store: null, path: null }

const ownStore = ({ env, home }: Pick<Io, 'env' | 'home'>): string =>
  join(setVariable(env, 'XDG_DATA_HOME') ?? join(home, '.local', 'share'), 'opencode', 'opencode.db')
