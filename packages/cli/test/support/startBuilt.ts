import { type ChildProcess, spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const bin = fileURLToPath(new URL('../../bin/active-mode.js', import.meta.url))

/** How the tool ended. */
interface Ended {
  readonly code: number | null
  readonly stderr: string
}

export interface StartedTool {
  readonly child: ChildProcess
  readonly ended: Promise<Ended>
}

/** Starts the built tool as a process of its own, which goes on beside the test. */
export const startBuilt = (args: ReadonlyArray<string>, env: NodeJS.ProcessEnv = {}): StartedTool => {
  const child = spawn(process.execPath, [bin, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const said = text(child.stderr)
  return {
    child,
    ended: new Promise((resolve) => {
      child.on('exit', (code) => {
        void said.then((stderr) => resolve({ code, stderr }))
      })
    }),
  }
}
