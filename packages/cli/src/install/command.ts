import { pluginVersion } from '@active-mode/harness-adapter/library'
import type { Cli, Register } from '../Command.js'
import { diagnose } from '../doctor/diagnose.js'
import { asReported } from '../doctor/Diagnosis.js'
import { hasProblem, renderReport } from '../doctor/renderReport.js'
import type { ExitCode } from '../Io.js'
import { paintFor } from '../show/Paint.js'
import { plainText } from '../show/text.js'
import { renderChange } from './FileChange.js'
import { carryOut, prepare, type Prepared } from './live/carryOut.js'
import { generationsOf, harnessesHere } from './live/harnessesHere.js'
import { lookAround } from './live/lookAround.js'
import { holds, type PluginPlace, pluginPlace, refuseForeign, shippedPlugin } from './live/PluginPlace.js'
import { type InstallPlan, planInstall } from './planInstall.js'

interface InstallOptions {
  readonly harness?: string | undefined
  readonly project?: boolean | undefined
  readonly dryRun?: boolean | undefined
  readonly json?: boolean | undefined
}

export const registerInstall: Register = (cli) => {
  cli
    .command('install', "Puts the plugin in one place of yours, names it in the harness's config, and runs doctor.", [
      'active-mode install --dry-run',
      'active-mode install',
      'active-mode install --project',
    ])
    .option('--harness <path>', 'the executable of the harness (default: every opencode on the PATH, 1.x and 2.x)')
    .option('--project', 'name the plugin in the config of this project alone (default: in your own, for all of them)')
    .option('--dry-run', 'show what would be changed, and write nothing')
    .option('--json', 'one JSON document, as dist/schema/install-report.v1.json of this package describes it')
    .addHelpText(
      'after',
      '\nComments and layout of the config stay. A second run writes nothing. active-mode uninstall takes it back.\nThe exit code is that of doctor, or 2 where nothing was installed.',
    )
    .action(cli.run((options: InstallOptions) => install(cli, options)))
}

/** `install`: the plugin's folder in its place, and one entry in the config that each harness here reads. All of it, or nothing. */
const install = async (cli: Cli, options: InstallOptions): Promise<ExitCode> => {
  const { io, assets } = cli
  const { env, home, directory } = io
  const settings = { env, home, directory }
  const scope = options.project === true ? 'project' : 'user'
  const harnesses = await harnessesHere(options.harness, settings)
  const place = pluginPlace(settings)
  const shipped = shippedPlugin(assets.plugin)
  const plan = planInstall(await lookAround(scope, generationsOf(harnesses), place, settings))
  const changes = prepare(plan.edits)
  const isDry = options.dryRun === true
  const plugin = plan.isNamed ? shipped : null
  if (plugin !== null) refuseForeign(place)
  const isWritten = isDry ? plugin !== null && !holds(place, plugin) : carryOut({ place, plugin, changes, scope })
  const done = { place, plan, changes, isWritten, isDry, isOfProject: scope === 'project' }
  if (options.json !== true) io.stdout(tell(done))
  if (isDry) {
    if (options.json === true) io.stdout(asJson(done, harnesses, []))
    return 0
  }
  const findings = await diagnose(cli, { harness: options.harness })
  io.stdout(
    options.json === true ? asJson(done, harnesses, findings) : `\n${renderReport(findings, paintFor(io, 'stdout'))}`,
  )
  return hasProblem(findings) ? 1 : 0
}

interface InstallDone {
  readonly place: PluginPlace
  readonly plan: InstallPlan
  readonly changes: ReadonlyArray<Prepared>
  readonly isWritten: boolean
  readonly isDry: boolean
  readonly isOfProject: boolean
}

/** What was done, or would be, for people. */
const tell = ({ place, plan, changes, isWritten, isDry, isOfProject }: InstallDone): string =>
  [
    ...(isWritten
      ? [`${isDry ? 'would write' : 'wrote'} version ${pluginVersion} of the plugin to ${plainText(place.folder)}`]
      : plan.isNamed
        ? [`version ${pluginVersion} of the plugin is in ${plainText(place.folder)} already`]
        : []),
    ...changes.flatMap((change) => [`${verbFor(change, isDry)} ${plainText(change.file)}`, renderChange(change)]),
    ...(isOfProject && changes.length > 0
      ? ['This config now names a folder of yours. Others who use it run: active-mode install --project']
      : []),
    ...plan.left.map(
      ({ spec, from }) =>
        `the plugin is loaded already, as ${plainText(spec)} in ${plainText(from)}, and that was left; to use the installed one, remove it and run this command again`,
    ),
    ...(changes.length === 0 && plan.left.length === 0 ? ['the config names it already; nothing was changed'] : []),
  ].join('\n')

const verbFor = ({ before }: Prepared, isDry: boolean): string =>
  before === null ? (isDry ? 'would make' : 'made') : isDry ? 'would change' : 'changed'

const asJson = (
  { place, plan, changes, isWritten, isDry }: InstallDone,
  harnesses: Awaited<ReturnType<typeof harnessesHere>>,
  findings: Awaited<ReturnType<typeof diagnose>>,
): string =>
  JSON.stringify(
    {
      v: 1,
      dryRun: isDry,
      harnesses: harnesses.map(({ path, version }) => ({ path, version })),
      plugin: { folder: place.folder, version: pluginVersion, isNamed: plan.isNamed, isWritten },
      changes: changes.map((change) => ({
        file: change.file,
        isNew: change.before === null,
        diff: renderChange(change),
      })),
      left: plan.left.map(({ generation, spec, from }) => ({ generation, spec, from })),
      findings: findings.map(asReported),
    },
    null,
    2,
  )
