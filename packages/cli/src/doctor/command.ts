import { type Cli, logOption, type Register, registryOption } from '../Command.js'
import type { ExitCode } from '../Io.js'
import { paintFor } from '../show/Paint.js'
import { diagnose, type DiagnoseOptions } from './diagnose.js'
import { asReported } from './Diagnosis.js'
import { fix } from './fix.js'
import { hasProblem, renderReport } from './renderReport.js'

interface DoctorOptions extends DiagnoseOptions {
  readonly fix?: boolean | undefined
  readonly yes?: boolean | undefined
  readonly quiet?: boolean | undefined
  readonly json?: boolean | undefined
}

export const registerDoctor: Register = (cli) => {
  cli
    .command('doctor', 'Checks the registry, the plugin, the harness and the decision log, and says how to fix them.', [
      'active-mode doctor',
      'active-mode doctor --fix',
      'active-mode doctor --registry ./modes --json | jq .findings',
    ])
    .option(...registryOption)
    .option(...logOption)
    .option('--harness <path>', 'the executable of the harness (default: opencode on the PATH)')
    .option('--fix', 'make the edits of what can be mended in exactly one way; shows them, and asks')
    .option('--yes', 'with --fix: do not ask')
    .option('--json', 'one JSON document, as dist/schema/doctor-report.v1.json of this package describes it')
    .addHelpText(
      'after',
      '\nA problem makes the exit code 1. A note does not: it is something to know, such as an unknown key, a stray folder,\na mode whose agent does not exist, or a stale lock. To fail on notes too:\n  active-mode doctor --json | jq -e \'all(.findings[]; .level == "ok")\'',
    )
    .action(cli.run((options: DoctorOptions) => doctor(cli, options)))
}

/** `doctor`: prints what `diagnose` finds; after `--fix` made its edits, what it finds then. */
const doctor = async (cli: Cli, options: DoctorOptions): Promise<ExitCode> => {
  const { io } = cli
  const found = await diagnose(cli, options)
  const fixed =
    options.fix === true
      ? await fix(cli, found, {
          harness: options.harness,
          isAgreed: options.yes === true,
          isQuiet: options.quiet === true,
        })
      : 'nothing'
  const findings = fixed === 'made' ? await diagnose(cli, options) : found
  io.stdout(
    options.json === true
      ? JSON.stringify({ v: 1, findings: findings.map(asReported) }, null, 2)
      : renderReport(findings, paintFor(io, 'stdout')),
  )
  return fixed === 'not-asked' || hasProblem(findings) ? 1 : 0
}
