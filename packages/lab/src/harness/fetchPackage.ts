import { execFile } from 'node:child_process'
import {
  accessSync,
  constants,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { atExit } from './atExit.js'
import { integrityOf } from './harnessIntegrity.js'

/** A platform package of a harness: `NAME@VERSION`, the integrity its tarball must have, and what is looked for in its `bin`. */
export interface PlatformPackage {
  readonly spec: string
  readonly integrity: string
  readonly executable: string
}

/** What became of a fetch. `absent`: the registry does not have it, so that another package may do. The sentence has no full stop. */
export type FetchOutcome =
  { readonly _tag: 'fetched' } | { readonly _tag: 'absent' | 'unreachable' | 'refused'; readonly sentence: string }

export const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const run = promisify(execFile)

const unfinished = 'fetching-'

/** Removes what a process left that was killed while it fetched: folders that are older than any fetch may take. */
const sweep = (cache: string): void => {
  for (const name of readdirSync(cache).filter((one) => one.startsWith(unfinished))) {
    const folder = join(cache, name)
    const modified = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (Date.now() - modified > 3_600_000) rmSync(folder, { recursive: true, force: true })
  }
}

/** npm's codes where the registry was not reached at all. */
const unreachable =
  /^(E(AI_AGAIN|CONNREFUSED|CONNRESET|HOSTUNREACH|NETUNREACH|NOTFOUND|TIMEDOUT)|ENOTCACHED|ERR_SOCKET)/

const failureOf = (spec: string, error: unknown): FetchOutcome => {
  const code = /npm error code (\S+)/.exec(String(error))?.[1] ?? String(error).split('\n')[0] ?? ''
  if (code === 'E404' || code === 'ETARGET') return { _tag: 'absent', sentence: `the registry has no ${spec}` }
  if (unreachable.test(code)) return { _tag: 'unreachable', sentence: `the npm registry was not reached (${code})` }
  return { _tag: 'refused', sentence: `npm could not fetch ${spec} (${code})` }
}

const refused = (sentence: string): FetchOutcome => ({ _tag: 'refused', sentence })

const fetchInto = async (
  work: string,
  wanted: PlatformPackage,
  target: string,
  env: NodeJS.ProcessEnv,
): Promise<FetchOutcome> => {
  const { spec, integrity, executable } = wanted
  const patience = ['--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--loglevel=error']
  try {
    await run('npm', ['pack', spec, '--pack-destination', work, ...patience], { cwd: work, env, timeout: 600_000 })
  } catch (error) {
    return failureOf(spec, error)
  }
  const archive = readdirSync(work).find((file) => file.endsWith('.tgz'))
  if (archive === undefined) return refused(`npm left no archive of ${spec}`)
  if (integrityOf(readFileSync(join(work, archive))) !== integrity)
    return refused(
      `what the registry gives as ${spec} has another integrity than packages/lab/harness-integrity.json, and was thrown away`,
    )
  await run('tar', ['-xzf', archive], { cwd: work, timeout: 120_000 })
  if (!isExecutable(join(work, 'package', 'bin', executable))) return refused(`${spec} holds no bin/${executable}`)
  try {
    renameSync(join(work, 'package'), target)
  } catch (error) {
    // Another process was first, or something else is in the way.
    if (!isExecutable(join(target, 'bin', executable))) return refused(`${target} cannot be written (${String(error)})`)
  }
  return { _tag: 'fetched' }
}

/**
 * Fetches a platform package from the registry that npm is configured with, and unpacks it into `cache/name`, which is there as a
 * whole or not at all.
 */
export const fetchPackage = async (
  wanted: PlatformPackage,
  cache: string,
  name: string,
  env: NodeJS.ProcessEnv,
): Promise<FetchOutcome> => {
  mkdirSync(cache, { recursive: true })
  sweep(cache)
  const work = mkdtempSync(join(cache, unfinished))
  const remove = () => rmSync(work, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  const forget = atExit(remove)
  try {
    return await fetchInto(work, wanted, join(cache, name), env)
  } catch (error) {
    return refused(`${wanted.spec} cannot be unpacked (${String(error).split('\n')[0] ?? ''})`)
  } finally {
    remove()
    forget()
  }
}
