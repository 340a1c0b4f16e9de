import { Command, CommanderError, Option } from 'commander'
import { pluginVersion } from '@active-mode/harness-adapter/library'
import { audit, type AuditOptions } from './audit/audit.js'
import { block, type BlockOptions } from './block/block.js'
import { decide } from './decide/decide.js'
import { doctor, type DoctorOptions } from './doctor/doctor.js'
import type { ExitCode, Io } from './Io.js'
import { Refusal } from './live/Refusal.js'

/** Files that the build lays beside the program. */
export interface Assets {
  /** The page of `audit --html`, without its data. */
  readonly page: URL
  /** What the availability fixture found, by harness version. */
  readonly contracts: URL
}

/** Runs the program with its arguments (without node and its own name). Never throws: what goes wrong is one sentence on stderr and exit code 2. */
export const runCli = async (args: ReadonlyArray<string>, io: Io, assets: Assets): Promise<ExitCode> => {
  let code: ExitCode = 0
  const program = createProgram(io, assets, (ended) => {
    code = ended
  })
  try {
    await program.parseAsync(args, { from: 'user' })
    return code
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    io.stderr(
      error instanceof Refusal
        ? `active-mode: ${error.message}`
        : `active-mode: failed in a way nobody foresaw (${unforeseen(error, io.env)}); please report it`,
    )
    return 2
  }
}

/** The stack is for those who look for the fault. */
const unforeseen = (error: unknown, env: NodeJS.ProcessEnv): string => {
  const text = error instanceof Error ? error.message : String(error)
  return env['ACTIVE_MODE_TRACE'] === '1' && error instanceof Error
    ? (error.stack ?? text)
    : `${text}; ACTIVE_MODE_TRACE=1 shows where`
}

const createProgram = (io: Io, assets: Assets, ended: (code: ExitCode) => void): Command => {
  const program = new Command('active-mode')
    .description('Proves what the Active mode plugin spliced into every request, and shows where a posture was lost.')
    .version(pluginVersion)
    .configureOutput({
      writeOut: (text) => io.stdout(text.replace(/\n$/, '')),
      writeErr: (text) => io.stderr(text.replace(/\n$/, '')),
    })
    .showHelpAfterError('(--help shows what can be given, with examples)')
    .exitOverride()
    .addHelpText(
      'after',
      '\nExit codes: 0 fine, 1 findings, 2 usage, unreadable input or a failed write.\nstdout is data, stderr is talk; NO_COLOR is honoured.\n\nExamples:\n  active-mode doctor\n  active-mode audit --since 7d\n  active-mode block --agent AGENT',
    )
  const command = (name: string, description: string, examples: ReadonlyArray<string>): Command =>
    program
      .command(name)
      .description(description)
      .option('--quiet', 'print only errors on stderr')
      .addHelpText('after', `\nExamples:\n${examples.map((example) => `  ${example}`).join('\n')}`)

  command(
    'decide',
    'Decides one request: { sessionInfo, bundle, switchStream } as JSON on stdin, the posture as JSON on stdout.',
    ['active-mode decide < request.json', 'jq .request vector.json | active-mode decide'],
  ).action(async () => ended(await decide(io)))

  command(
    'block',
    'Prints exactly what would be spliced into a request of an agent. Where that is nothing, says on stderr why, and the exit code is 0: silence is an answer.',
    ['active-mode block --agent ship', 'active-mode block --agent ship --registry ./modes | sha256sum'],
  )
    .requiredOption('--agent <id>', 'the agent that the request is for')
    .option(
      '--registry <dir>',
      "the registry of modes (default: where the plugin looks, with the options that the harness's config sets)",
    )
    .action(async (options: BlockOptions) => ended(await block(io, options)))

  command('doctor', 'Looks at the registry, the plugin, the harness and the decision log, and says what to do.', [
    'active-mode doctor',
    'active-mode doctor --registry ./modes --json | jq .findings',
  ])
    .option(
      '--registry <dir>',
      "the registry of modes (default: where the plugin looks, with the options that the harness's config sets)",
    )
    .option(
      '--log <dir>',
      "the decision log (default: where the plugin writes it, with the options that the harness's config sets)",
    )
    .option('--harness <path>', 'the executable of the harness (default: opencode on the PATH)')
    .option('--json', 'one JSON document, as dist/schema/doctor-report.v1.json of this package describes it')
    .addHelpText(
      'after',
      '\nA problem makes the exit code 1. A note does not change it: it is something to know, such as an unknown key, a stray folder,\na dead binding or a stale lock. To fail on notes too: active-mode doctor --json | jq -e \'all(.findings[]; .level == "ok")\'',
    )
    .action(async (options: DoctorOptions) => ended(await doctor(io, options, assets.contracts)))

  command('audit', 'Decides every logged decision again and joins the log to the session store.', [
    'active-mode audit',
    'active-mode audit --since 7d --html audit.html',
    'active-mode audit --log ./decisions --store ./opencode.db --json | jq .totals',
    'active-mode audit --log ./decisions --export session.json --vault ~/vault',
  ])
    .option(
      '--log <dir>',
      "the decision log (default: where the plugin writes it, with the options that the harness's config sets)",
    )
    .addOption(
      new Option(
        '--store <file>',
        "the harness's opencode.db, read only, also while the harness runs (default: with your own log your own: what OPENCODE_DB names, else opencode.db or opencode-CHANNEL.db in its data folder)",
      ).conflicts('export'),
    )
    .option(
      '--export <file>',
      'what `opencode export SESSION` (2.x: `opencode session export SESSION`) wrote, in place of a store',
    )
    .option('--session <id>', 'only this session')
    .option(
      '--since <time>',
      'only from a date or a span before now on, e.g. 2026-11-30 (a day of your own time zone), 2026-11-30T12:00 or 7d',
    )
    .option('--vault <dir>', 'the vault: whether the ledgers that summaries name exist')
    .option('--json', 'one JSON document, as dist/schema/audit-report.v1.json of this package describes it')
    .option(
      '--rows',
      'with --json: also every request, compaction and gap, as the page draws them; they are held in memory until the end',
    )
    .option(
      '--html <file>',
      'also a page with a timeline a session, one file that needs no network; - is stdout, and the report goes to stderr',
    )
    .option(
      '--share',
      'for other eyes: ~ in place of home folders, and no titles of sessions, in every form of the report',
    )
    .option(
      '--require-store',
      'exit code 2 unless the log and the session store were both read and know a session in common',
    )
    .action(async (options: AuditOptions) => ended(await audit(io, options, assets.page)))
  return program
}
