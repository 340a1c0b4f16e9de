import { existsSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { setVariable } from '@active-mode/harness-adapter/library'
import type { Io } from '../../Io.js'
import { namesIn } from '../../live/readOrNull.js'

/** Where the session stores of this user's harnesses lie. */
export interface OwnStores {
  /** The files that are there, the usual one first. */
  readonly files: ReadonlyArray<string>
  /** Where was looked, for people. */
  readonly looked: string
}

/** The data folders of the harness and of the forks that load the plugin, each with the first part of its stores' names. */
const kept = [
  ['opencode', 'opencode'],
  ['kilo', 'kilo'],
  ['fabric', 'kilo'],
  ['costrict', 'opencode'],
] as const

/**
 * Finds them as the harness (1.18) names them: what `OPENCODE_DB` says, absolute or below the data folder, else
 * `opencode.db`, else, of a channel other than latest, beta and prod, `opencode-CHANNEL.db`. The channel is built into
 * the harness and nothing on disk tells it, so every file of that form counts.
 */
export const ownStores = ({ env, home }: Pick<Io, 'env' | 'home'>): OwnStores => {
  const data = setVariable(env, 'XDG_DATA_HOME') ?? join(home, '.local', 'share')
  const named = setVariable(env, 'OPENCODE_DB')
  if (named === ':memory:') return { files: [], looked: 'OPENCODE_DB=:memory: (the harness keeps it in memory only)' }
  if (named !== undefined && named !== null) {
    const file = isAbsolute(named) ? named : join(data, 'opencode', named)
    return { files: existsSync(file) ? [file] : [], looked: `${file} (OPENCODE_DB)` }
  }
  return {
    files: kept.flatMap(([folder, name]) => storesIn(join(data, folder), name)),
    looked: `${join(data, 'opencode')}/opencode.db, opencode-CHANNEL.db there, and the same of the forks beside it`,
  }
}

const storesIn = (folder: string, name: string): ReadonlyArray<string> => {
  const pattern = new RegExp(`^${name}(?:-[A-Za-z0-9._-]+)?\\.db$`)
  const usual = `${name}.db`
  return namesIn(folder)
    .filter((each) => pattern.test(each))
    .toSorted((a, b) => (a === usual ? -1 : b === usual ? 1 : a < b ? -1 : 1))
    .map((each) => join(folder, each))
}
