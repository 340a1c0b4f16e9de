import { execFile } from 'node:child_process'
import type { HarnessFound } from '../model/HarnessFound.js'

/** How long the harness may take to tell its version, in milliseconds. */
const patienceMs = 20_000

/** Asks the harness's executable for its version. */
export const askVersion = (path: string, env: NodeJS.ProcessEnv): Promise<HarnessFound> =>
  new Promise((resolve) => {
    execFile(path, ['--version'], { timeout: patienceMs, env }, (error, stdout) => {
      const version = /\d+\.\d+\.\d+\S*/.exec(stdout)?.[0]
      if (error !== null && 'code' in error && (error.code === 'ENOENT' || error.code === 'EACCES')) resolve({ _tag: 'missing', path })
      else if (error !== null) resolve({ _tag: 'failed', path, detail: error.killed === true ? `no answer within ${patienceMs / 1000} s` : `exit code ${String(error.code)}` })
      else resolve(version === undefined ? { _tag: 'failed', path, detail: 'it printed no version' } : { _tag: 'found', path, version })
    })
  })
