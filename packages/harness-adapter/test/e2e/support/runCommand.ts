import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../../../', import.meta.url))

/** Runs a command of the README as a person does. `last` is the last line of what it printed. */
export const runCommand = (command: string, ...args: ReadonlyArray<string>) => {
  const { status, stdout } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: '' },
  })
  return { status, last: stdout.trim().split('\n').at(-1) ?? '', stdout }
}
