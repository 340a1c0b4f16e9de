import { type Cli, type Register, registryOption } from '../Command.js'
import { readContracts } from '../doctor/live/builtFiles.js'
import { type ExitCode, Refusal } from '../Io.js'
import { generationOf } from '../setup/HarnessSetup.js'
import { findHarness, harnessName } from '../setup/live/findHarness.js'
import { paintFor } from '../show/Paint.js'
import { verifyJson } from './json.js'
import { judge } from './judge.js'
import { verifyMachine } from './live/verifyMachine.js'
import { writeRecord } from './live/writeRecord.js'
import { report } from './report.js'

interface VerifyOptions {
  readonly registry?: string | undefined
  readonly harness?: string | undefined
  readonly json?: boolean | undefined
  readonly record?: string | undefined
  readonly quiet?: boolean | undefined
}

export const registerVerify: Register = (cli) => {
  cli
    .command(
      'verify',
      "Boots this machine's harness on a copy of its set-up, with a stand-in model, speaks as each director and as a copilot, and shows what the model received.",
      ['active-mode verify', 'active-mode verify --harness ~/bin/opencode --json | jq .findings'],
    )
    .option(...registryOption)
    .option('--harness <path>', 'the executable of the harness (default: opencode on the PATH)')
    .option('--json', 'one JSON document, as dist/schema/verify-report.v1.json of this package describes it')
    .option('--record <file>', 'write an availability record of what was seen, to be sent in')
    .addHelpText(
      'after',
      '\nYour plugins run as they do at home, and only they: no provider, no MCP server, no key is taken along. Nothing of your\nown is written. Exit codes: 0 every request was as promised, 1 there are findings, 2 it could not run.',
    )
    .action(cli.run((options: VerifyOptions) => verify(cli, options)))
}

const verify = async ({ io, assets }: Cli, options: VerifyOptions): Promise<ExitCode> => {
  const { env, home, directory } = io
  const settings = { env, home, directory }
  const say = (line: string): void => {
    if (options.quiet !== true) io.stderr(`… ${line}`)
  }
  const harness = await findHarness(harnessName(options.harness, env), settings)
  if (harness._tag !== 'found')
    throw new Refusal(
      harness._tag === 'missing'
        ? `there is no harness at ${harness.path}; install opencode, or name its executable with --harness PATH`
        : `the harness ${harness.path} does not tell its version (${harness.detail}); run it with --version by hand, or name another with --harness PATH`,
    )
  const generation = generationOf(harness.version)
  if (generation !== 1 && generation !== 2)
    throw new Refusal(
      `the harness ${harness.path} is of version ${harness.version}, and the plugin knows 1.x and 2.x; name another with --harness PATH`,
    )
  const run = await verifyMachine({
    settings,
    harness: {
      path: harness.path,
      version: harness.version,
      generation,
      contract: readContracts(assets.contracts)[harness.version] ?? null,
    },
    registry: options.registry === undefined ? null : io.absolute(options.registry),
    say,
  })
  io.stdout(options.json === true ? JSON.stringify(verifyJson(run), null, 2) : report(run, paintFor(io, 'stdout')))
  if (options.record !== undefined) writeRecord(run, io.absolute(options.record))
  return judge(run).some(({ level }) => level === 'problem') ? 1 : 0
}
