import { decodeOptions } from '@active-mode/harness-adapter/library'
import type { Diagnosis, DiagnosisLevel } from '../model/Diagnosis.js'
import type { ConfiguredPlugin, HarnessSetup } from '../model/HarnessSetup.js'

/** The copy of the plugin whose blocks and options count: the last one that is loaded; `undefined` where none is configured. */
export const decidingCopy = (plugins: ReadonlyArray<ConfiguredPlugin>): ConfiguredPlugin | undefined => plugins.findLast(mayLoad) ?? plugins.at(-1)

/** Whether the plugin is configured, once, and can be loaded. */
export const checkPlugin = ({ files, unreadable, plugins }: HarnessSetup, configFolder: string): ReadonlyArray<Diagnosis> => {
  const copies = plugins.filter(mayLoad)
  return [
    ...unreadable.map(({ file, why }) => say('problem', 'config-unreadable', `a config file of the harness cannot be read: ${why}`, file, 'Correct it: the harness does not read it either.')),
    ...(plugins.length === 0
      ? [say('problem', 'plugin-not-configured', 'no config of the harness names the plugin', files.length === 0 ? configFolder : files.join(', '), `Add the file URL of active-mode.js to "plugin" in ${configFolder}/opencode.json.`)]
      : []),
    ...(copies.length > 1
      ? [say('problem', 'plugin-twice', `${copies.length} copies of the plugin are configured`, copies.map(({ from }) => from).join(', '), 'Keep one: with several the last one decides, and the log has each request several times.')]
      : []),
    ...plugins.flatMap(checkCopy),
  ]
}

/** A package is loaded by the harness; nobody else can tell whether it would be. */
const mayLoad = ({ loads }: ConfiguredPlugin): boolean => loads?.ok !== false

const say = (level: DiagnosisLevel, id: string, what: string, where: string, remedy = ''): Diagnosis => ({ area: 'plugin', level, id, what, where, remedy })

const checkCopy = ({ spec, file, from, options: given, loads }: ConfiguredPlugin): ReadonlyArray<Diagnosis> => {
  const { options, problems } = decodeOptions(given)
  return [
    loads === null
      ? say('note', 'plugin-package', `the plugin is the package ${spec}, which the harness installs by itself`, from, 'To be sure offline, name the file active-mode.js instead.')
      : loads.ok
        ? say('ok', 'plugin-loads', 'the plugin loads', file ?? from)
        : say('problem', 'plugin-does-not-load', `the plugin does not load: ${loads.detail}`, file ?? from, 'Build or install active-mode.js again and correct the path in the config.'),
    ...problems.map((problem) => say('problem', 'option-wrong', problem, from, 'Correct it, or remove it for the default.')),
    ...(options.splice === 'separate'
      ? [say('problem', 'strict-provider-risk', 'splice is "separate": providers that take one system message only answer every request with status 400', from, 'Remove the option splice, unless your provider is known to take several.')]
      : []),
  ]
}
