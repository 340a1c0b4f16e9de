import { decodeOptions } from '@active-mode/harness-adapter/library'
import { type Cli, logOption, type Register, registryOption } from '../Command.js'
import type { ExitCode } from '../Io.js'
import { ownConfigFile } from '../setup/live/configSources.js'
import { findHarness, otherHarnesses } from '../setup/live/findHarness.js'
import { readSetup } from '../setup/live/readSetup.js'
import { type Paint, paintFor } from '../show/Paint.js'
import { counted, plainText } from '../show/text.js'
import { checkHarness, checkOthers } from './checkHarness.js'
import { checkLog, checkNotices } from './checkLog.js'
import { checkPlugin, decidingCopy } from './checkPlugin.js'
import { checkRegistry } from './checkRegistry.js'
import type { Diagnosis, DiagnosisLevel } from './Diagnosis.js'
import { builtPlugin, readContracts } from './live/builtFiles.js'
import { lookAtLog, lookAtNotices } from './live/lookAtLog.js'
import { lookAtRegistry } from './live/lookAtRegistry.js'

interface DoctorOptions {
  readonly registry?: string | undefined
  readonly log?: string | undefined
  readonly harness?: string | undefined
  readonly json?: boolean | undefined
}

export const registerDoctor: Register = (cli) => {
  cli
    .command('doctor', 'Checks the registry, the plugin, the harness and the decision log, and says how to fix them.', [
      'active-mode doctor',
      'active-mode doctor --registry ./modes --json | jq .findings',
    ])
    .option(...registryOption)
    .option(...logOption)
    .option('--harness <path>', 'the executable of the harness (default: opencode on the PATH)')
    .option('--json', 'one JSON document, as dist/schema/doctor-report.v1.json of this package describes it')
    .addHelpText(
      'after',
      '\nA problem makes the exit code 1. A note does not: it is something to know, such as an unknown key, a stray folder,\na mode whose agent does not exist, or a stale lock. To fail on notes too:\n  active-mode doctor --json | jq -e \'all(.findings[]; .level == "ok")\'',
    )
    .action(cli.run((options: DoctorOptions) => doctor(cli, options)))
}

/** `doctor`: checks everything that a block depends on. What is missing is a finding, never a crash. */
const doctor = async ({ io, assets }: Cli, options: DoctorOptions): Promise<ExitCode> => {
  const { env, home, directory } = io
  const settings = { env, home, directory }
  const harness = await findHarness(options.harness ?? env['ACTIVE_MODE_HARNESS'] ?? 'opencode', settings)
  const setup = await readSetup(settings, harness)
  const { options: given } = decodeOptions(decidingCopy(setup)?.options)
  const registry = await lookAtRegistry(options.registry ?? given.registry ?? undefined, io)
  const log = options.log === undefined ? given.decisionLog : io.absolute(options.log)
  const findings: ReadonlyArray<Diagnosis> = [
    ...checkRegistry({ ...registry, agents: setup.agents }),
    ...checkPlugin(setup, { configFile: ownConfigFile(settings), built: builtPlugin(setup.generation) }),
    checkHarness(harness, readContracts(assets.contracts)),
    ...checkOthers(harness, options.harness === undefined ? await otherHarnesses(harness, settings) : []),
    ...checkNotices(lookAtNotices(log, settings)),
    ...checkLog(lookAtLog(log, settings)),
  ]
  io.stdout(
    options.json === true ? JSON.stringify({ v: 1, findings }, null, 2) : report(findings, paintFor(io, 'stdout')),
  )
  return findings.some(({ level }) => level === 'problem') ? 1 : 0
}

const marks: Readonly<Record<DiagnosisLevel, string>> = { ok: 'ok     ', note: 'note   ', problem: 'PROBLEM' }

/** The findings for people, in the order of the areas. */
const report = (findings: ReadonlyArray<Diagnosis>, paint: Paint): string => {
  const count = (level: DiagnosisLevel): number => findings.filter((finding) => finding.level === level).length
  const colours = { ok: paint.good, note: paint.dim, problem: paint.bad }
  return [
    ...findings.flatMap(({ area, level, id, what, where, remedy }) => [
      `${colours[level](marks[level])} ${area}: ${plainText(what)} ${paint.dim(`[${id}]`)}`,
      `        ${paint.dim('at')} ${plainText(where)}`,
      ...(remedy === '' ? [] : remedy.split('\n').map((line) => `        ${plainText(line)}`)),
    ]),
    `${counted(count('problem'), 'problem')}, ${counted(count('note'), 'note')}, ${count('ok')} ok`,
  ].join('\n')
}
