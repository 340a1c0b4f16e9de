import { spawnSync, type SpawnSyncOptions } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const bin = fileURLToPath(new URL('../../bin/active-mode.js', import.meta.url))

/** Runs the built tool as a process of its own. */
export const runBuilt = (args: ReadonlyArray<string>, options: SpawnSyncOptions = {}) =>
  spawnSync(process.execPath, [bin, ...args], { ...options, encoding: 'utf8' })

interface Report {
  readonly totals: {
    readonly sessions: number
    readonly decisions: number
    readonly storeTurns: number
    readonly compactions: number
    readonly outcomes: Readonly<Record<string, number>>
    readonly linesWithoutMessage: unknown
  }
  readonly findings: ReadonlyArray<{ readonly id: string; readonly sessionId: string; readonly messageId: string }>
}

/** The log of the plugin in a folder of state. */
export const logIn = (stateDir: string): string => join(stateDir, 'active-mode', 'decisions')

/** Audits that log with the built tool. */
export const auditBuilt = (stateDir: string, ...args: ReadonlyArray<string>): Report => {
  const { stdout, stderr } = runBuilt(['audit', '--log', logIn(stateDir), '--json', ...args])
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout) as Report
}
