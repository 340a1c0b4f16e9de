import { spawnSync } from 'node:child_process'

/** A command that failed. What it had to say stands on stderr already, or in the message. */
export class CommandFailed extends Error {}

/** Runs a command in a folder and gives what it printed on stdout; its stderr goes to ours. */
export const run = (cwd: string, command: string, ...args: ReadonlyArray<string>): string => {
  const { status, stdout, error } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (status === 0) return stdout
  if (stdout) process.stderr.write(stdout)
  throw new CommandFailed(`${command} ${args.join(' ')} failed${error === undefined ? '' : `: ${error.message}`}`)
}
