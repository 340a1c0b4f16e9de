import { fieldsOf } from '../Fields.js'
import type { MachinePlugin } from './MachinePlugin.js'
import { problem, type VerifyFinding, type VerifyRun } from './VerifyRun.js'

/** Whether the plugin was loaded, once, with the options that the config gives; and if not, why. */
export const judgePlugin = (run: VerifyRun): ReadonlyArray<VerifyFinding> => {
  const { plugins, trace, harness } = run
  const ours = plugins.filter(({ isOurs }) => isOurs)
  if (trace.isLoaded === false) return whyNotLoaded(run, ours)
  const there = ours.filter(({ isThere }) => isThere)
  return [
    ...ours.filter(({ isThere }) => !isThere).map((plugin) => ({ ...nowhere(plugin), level: 'note' as const })),
    ...(harness.generation === 1 ? twice(there) : silenced(there)),
  ]
}

const pure: VerifyFinding = problem(
  'plugins-off',
  'OPENCODE_PURE is set, so the harness loads no plugin',
  'environment',
  'Unset OPENCODE_PURE where you start the harness.',
)

const whyNotLoaded = (
  { isPure, harness, trace, elsewhere, configFile }: VerifyRun,
  ours: ReadonlyArray<MachinePlugin>,
): ReadonlyArray<VerifyFinding> => {
  if (isPure && harness.generation === 1) return [pure]
  const failed = trace.failed.filter(({ isOurs }) => isOurs)
  if (ours.length > 0)
    return ours.map((plugin) => {
      const failure = failed.find(({ path }) => isAt(plugin, path))
      return failure === undefined || !plugin.isThere
        ? nowhere(plugin)
        : problem(
            'plugin-failed',
            `the harness could not load the plugin ${plugin.spec}: ${failure.why}`,
            plugin.from,
            `Correct the path in ${plugin.from}, or build or install the plugin again, then run active-mode verify again.`,
          )
    })
  if (elsewhere.length > 0)
    return elsewhere.map(({ where, why, remedy }) =>
      problem('plugin-elsewhere', `the plugin is not loaded from here: ${why}`, where, remedy),
    )
  return [
    problem(
      'plugin-not-configured',
      'no config of the harness names the plugin',
      configFile,
      `Write "plugin": ["file:///path/to/packages/harness-adapter"] into ${configFile}, with the path of the built plugin.`,
    ),
  ]
}

/** Whether a plugin is what the harness calls by this path: its file, or a folder that leads to it. */
const isAt = ({ key }: MachinePlugin, path: string): boolean => key === path || key.startsWith(`${path}/`)

/** A spec that leads to nothing that the harness loads. */
const nowhere = ({ spec, from, target, isThere }: MachinePlugin): VerifyFinding => {
  const why =
    target._tag === 'nowhere'
      ? target.why
      : target._tag === 'package'
        ? 'it is the name of a package that the harness has not installed, and it skips such a one silently'
        : `${target.path} ${isThere ? 'could not be loaded' : 'is not there'}`
  return problem(
    'plugin-never-loaded',
    `the harness did not load the plugin ${spec}: ${why}`,
    from,
    `Correct the path in ${from}: name the folder of the built plugin.`,
  )
}

/** Of several copies on 1.x each decides every request, and the last one's block stays. */
const twice = (ours: ReadonlyArray<MachinePlugin>): ReadonlyArray<VerifyFinding> =>
  ours.length < 2
    ? []
    : [
        problem(
          'plugin-twice',
          `${ours.length} copies of the plugin are loaded (${ours.map(({ spec }) => spec).join(', ')}); each decides every request, and the last one's block stays`,
          [...new Set(ours.map(({ from }) => from))].join(', '),
          'Keep one of them.',
        ),
      ]

/** On 2.x the first of several copies is loaded, a drop-in before a config entry; what the others are given counts for nothing. */
const silenced = ([first, ...others]: ReadonlyArray<MachinePlugin>): ReadonlyArray<VerifyFinding> =>
  first === undefined
    ? []
    : others
        .filter(({ options }) => {
          const { registry } = fieldsOf(options)
          return registry !== undefined && registry !== fieldsOf(first.options)['registry']
        })
        .map(({ from }) =>
          problem(
            'registry-silenced',
            `the option registry in this config has no effect: another copy of the plugin is loaded first (${first.spec})`,
            from,
            `Remove ${first.spec}, so that the options count, or the entry in ${from}.`,
          ),
        )
