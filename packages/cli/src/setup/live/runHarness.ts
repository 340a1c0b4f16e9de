import { spawn } from 'node:child_process'

/** How a run of the harness's executable ended. */
export type HarnessRun =
  | { readonly _tag: 'ended'; readonly code: number | null; readonly stdout: string; readonly stderr: string }
  /** There is no such file, or it may not be executed. */
  | { readonly _tag: 'not-there' }
  | { readonly _tag: 'too-slow'; readonly afterMs: number; readonly stderr: string }

export interface RunSettings {
  readonly env: NodeJS.ProcessEnv
  readonly directory: string
  /** How long it may take, in milliseconds; then it is ended, with all that it started. */
  readonly patienceMs: number
}

/** The most that is kept of what it prints, in characters. */
const mostKept = 16 * 1024 * 1024

/** Runs the harness's executable in a process group of its own, so that nothing of it outlives the limit. Never rejects. */
export const runHarness = (
  path: string,
  args: ReadonlyArray<string>,
  { env, directory, patienceMs }: RunSettings,
): Promise<HarnessRun> =>
  new Promise((resolve) => {
    const printed = { stdout: '', stderr: '' }
    const child = spawn(path, args, { cwd: directory, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    const end = (): void => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      } catch {
        // It is gone already.
      }
    }
    const timer = setTimeout(() => {
      end()
      resolve({ _tag: 'too-slow', afterMs: patienceMs, stderr: printed.stderr })
    }, patienceMs)
    for (const stream of ['stdout', 'stderr'] as const)
      child[stream].setEncoding('utf8').on('data', (text: string) => {
        if (printed[stream].length < mostKept) printed[stream] += text
      })
    child.once('error', () => {
      clearTimeout(timer)
      resolve({ _tag: 'not-there' })
    })
    child.once('close', (code) => {
      clearTimeout(timer)
      resolve({ _tag: 'ended', code, ...printed })
    })
  })
