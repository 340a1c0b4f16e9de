import type { Cli, Register } from '../Command.js'
import { type FileChange, renderChange } from '../install/FileChange.js'
import { pluginPlace } from '../install/live/PluginPlace.js'
import type { ExitCode } from '../Io.js'
import { plainText } from '../show/text.js'
import { type TakenOut, takeOut } from './live/takeOut.js'

interface UninstallOptions {
  readonly project?: boolean | undefined
  readonly dryRun?: boolean | undefined
  readonly json?: boolean | undefined
}

export const registerUninstall: Register = (cli) => {
  cli
    .command(
      'uninstall',
      'Leaves the config as it was before install, and removes the plugin where nothing names it.',
      ['active-mode uninstall --dry-run', 'active-mode uninstall', 'active-mode uninstall --project'],
    )
    .option('--project', 'take it out of the config of this project alone (default: out of your own)')
    .option('--dry-run', 'show what would be changed, and write nothing')
    .option('--json', 'one JSON document, as dist/schema/uninstall-report.v1.json of this package describes it')
    .action(cli.run((options: UninstallOptions) => Promise.resolve(uninstall(cli, options))))
}

/** `uninstall`: takes the installed plugin out of the configs of a scope. What else the configs say, and the registry and the log, stay. */
const uninstall = ({ io }: Cli, options: UninstallOptions): ExitCode => {
  const { env, home, directory } = io
  const isDry = options.dryRun === true
  const place = pluginPlace({ env, home })
  const done = takeOut(options.project === true ? 'project' : 'user', place, { env, home, directory }, isDry)
  io.stdout(options.json === true ? asJson(done, isDry, place.folder) : tell(done, isDry, place.folder))
  return 0
}

const tell = ({ changes, stillNamed, isRemoved }: TakenOut, isDry: boolean, folder: string): string => {
  const lines = [
    ...changes.flatMap((change) => [`${verbFor(change, isDry)} ${plainText(change.file)}`, renderChange(change)]),
    ...(isRemoved ? [`${isDry ? 'would remove' : 'removed'} ${plainText(folder)}`] : []),
    ...stillNamed.map(
      (file) =>
        `${plainText(file)} still names the plugin, so its folder stays; in a project take it out with: active-mode uninstall --project`,
    ),
  ]
  return lines.length === 0 ? 'the plugin is not installed; nothing was changed' : lines.join('\n')
}

const verbFor = ({ after }: FileChange, isDry: boolean): string =>
  after === null ? (isDry ? 'would remove' : 'removed') : isDry ? 'would change' : 'changed'

const asJson = ({ changes, stillNamed, isRemoved }: TakenOut, isDry: boolean, folder: string): string =>
  JSON.stringify(
    {
      v: 1,
      dryRun: isDry,
      plugin: { folder, isRemoved },
      changes: changes.map((change) => ({
        file: change.file,
        isRemoved: change.after === null,
        diff: renderChange(change),
      })),
      stillNamed,
    },
    null,
    2,
  )
