import { Command, InvalidArgumentError } from 'commander'

/**
 * One program of this project that npm runs, as `npm run NAME -- …`. `--help` is its usage on stdout; what it does not take is one
 * sentence on stderr and exit code 2.
 */
export const npmCommand = (name: string, description: string): Command =>
  new Command(name)
    .usage('[-- [options]]')
    .description(description)
    .configureHelp({ styleTitle: (title) => title.toLowerCase() })
    .configureOutput({ outputError: (text, write) => write(`${name}: ${sentenceOf(text)}\n`) })
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))

/** Runs the one of these programs that the arguments begin with; of a single one its name is left out. */
export const runNpm = async (...commands: ReadonlyArray<Command>): Promise<void> => {
  const program = new Command('npm run')
  for (const command of commands) program.addCommand(command)
  const [only, ...others] = commands
  const args = process.argv.slice(2)
  await program.parseAsync(others.length === 0 && only !== undefined ? [only.name(), ...args] : args, { from: 'user' })
}

/** Reads the value of an option as an integer from `least` on. */
export const integer =
  (least: number) =>
  (text: string): number => {
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= least && value <= most) return value
    throw new InvalidArgumentError(`wants an integer from ${String(least)} to ${String(most)}, not '${text}'`)
  }

const most = 2 ** 31 - 1

/** Commander's own complaint, begun and ended as a sentence; of an option's value only what is wrong with it. */
const sentenceOf = (complaint: string): string => {
  const [line = ''] = complaint.replace(/^error: /, '').split('\n')
  const said = line
    .replace(/^option '(--[a-z-]+)[^']*' argument '.*' is invalid\. /, '$1 ')
    .replace(/^(--\S+) Allowed choices are/, '$1 takes')
  return `${said.charAt(0).toUpperCase()}${said.slice(1).replace(/\.$/, '')}.`
}
