import { Command, CommanderError } from 'commander'
import { pluginVersion } from '@active-mode/harness-adapter/library'
import { registerAudit } from './audit/command.js'
import { registerBlock } from './block/command.js'
import type { Assets, Cli, Register } from './Command.js'
import { registerDecide } from './decide/command.js'
import { registerDoctor } from './doctor/command.js'
import { registerExport } from './export/command.js'
import { registerInstall } from './install/command.js'
import { type ExitCode, type Io, Refusal } from './Io.js'
import { registerNew } from './new/command.js'
import { registerUninstall } from './uninstall/command.js'
import { registerVerify } from './verify/command.js'

/** The commands, in the order in which the help lists them. */
const commands: ReadonlyArray<Register> = [
  registerNew,
  registerInstall,
  registerUninstall,
  registerDoctor,
  registerVerify,
  registerBlock,
  registerAudit,
  registerExport,
  registerDecide,
]

/** Runs the program with its arguments (without node and its own name). Never throws: an error is one sentence on stderr and exit code 2. */
export const runCli = async (args: ReadonlyArray<string>, io: Io, assets: Assets): Promise<ExitCode> => {
  let code: ExitCode = 0
  const program = createProgram(io)
  const cli: Cli = {
    io,
    assets,
    command: (name, description, examples) =>
      program
        .command(name)
        .description(description)
        .option('--quiet', 'print only errors on stderr')
        .addHelpText('after', `\nExamples:\n${examples.map((example) => `  ${example}`).join('\n')}`),
    run: (action) => async (options) => {
      code = await action(options)
    },
  }
  commands.forEach((register) => register(cli))
  try {
    await program.parseAsync(args, { from: 'user' })
    return code
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    io.stderr(
      error instanceof Refusal
        ? `active-mode: ${error.message}`
        : `active-mode: unexpected error (${unexpected(error, io.env)}); please report it`,
    )
    return 2
  }
}

/** The stack is for those who look for the fault. */
const unexpected = (error: unknown, env: NodeJS.ProcessEnv): string => {
  const text = error instanceof Error ? error.message : String(error)
  return env['ACTIVE_MODE_TRACE'] === '1' && error instanceof Error
    ? (error.stack ?? text)
    : `${text}; ACTIVE_MODE_TRACE=1 shows where`
}

const createProgram = (io: Io): Command =>
  new Command('active-mode')
    .description(
      'Shows what the Active mode plugin put into every request, and checks that it was right. Start with: active-mode doctor',
    )
    .version(pluginVersion)
    .configureOutput({
      writeOut: (text) => io.stdout(text.replace(/\n$/, '')),
      writeErr: (text) => io.stderr(text.replace(/\n$/, '')),
    })
    .showHelpAfterError('(--help lists what can be given, with examples)')
    .exitOverride()
    .addHelpText(
      'after',
      '\nExit codes: 0 fine, 1 findings, 2 wrong usage, unreadable input or a failed write.\nResults go to stdout, everything else to stderr; NO_COLOR is honoured.\n\nExamples:\n  active-mode doctor\n  active-mode audit --since 7d\n  active-mode block --agent AGENT',
    )
