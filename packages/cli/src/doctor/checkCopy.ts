import { decodeOptions } from '@active-mode/harness-adapter/library'
import type { ConfiguredPlugin } from '../setup/HarnessSetup.js'
import { type Diagnosis, diagnosisOf } from './Diagnosis.js'

const say = diagnosisOf('plugin')

/** What the advice of this machine is made of. */
export interface PluginAdvice {
  /** The config file that a person's own plugins are named in. */
  readonly configFile: string
  /** Where the built plugin lies, as a file URL, and whether it is there; `null` where nothing is known of it. */
  readonly built: { readonly url: string; readonly isBuilt: boolean } | null
}

/** The name of the plugin's package. */
const packageOfOurs = '@active-mode/harness-adapter'

/** What to write into the config by hand. */
export const entryFor = ({ configFile, built }: PluginAdvice): string =>
  `Write into ${configFile}: "plugin": [${JSON.stringify(built?.url ?? 'file:///path/to/active-mode.js')}]${built === null ? ' with the path of the built plugin' : built.isBuilt ? '' : ', after npm run build in the clone, which makes that file'}.`

/** Whether one copy of the plugin loads, and whether its options are right. */
export const checkCopy = (
  { spec, file, from, options: given, loads: loaded, isPackage }: ConfiguredPlugin,
  advice: PluginAdvice,
): ReadonlyArray<Diagnosis> => {
  const { options, problems } = decodeOptions(given)
  return [
    loaded === null
      ? checkPackage(spec, from, advice)
      : loaded.ok
        ? say('ok', 'plugin-loads', `the plugin loads${isPackage ? `, from the package ${spec}` : ''}`, file ?? from)
        : say(
            'problem',
            'plugin-does-not-load',
            `the plugin does not load: ${loaded.detail}`,
            file ?? from,
            `Correct the path in ${from}.${advice.built?.isBuilt === true ? ` The built plugin is ${JSON.stringify(advice.built.url)}.` : ' Build or install active-mode.js first, if it is not there.'}`,
          ),
    ...problems.map((problem) =>
      say('problem', 'option-wrong', problem, from, 'Correct it, or remove it for the default.'),
    ),
    ...(options.splice === 'separate'
      ? [
          say(
            'problem',
            'strict-provider-risk',
            'splice is "separate": a provider that takes only one system message answers every request with status 400',
            from,
            'Remove the option splice, unless you know that your provider takes several.',
          ),
        ]
      : []),
  ]
}

const checkPackage = (spec: string, from: string, advice: PluginAdvice): Diagnosis =>
  spec === packageOfOurs || spec.startsWith(`${packageOfOurs}@`)
    ? say(
        'problem',
        'package-not-installed',
        `the harness has not installed the package ${spec}; where it cannot, it skips it silently`,
        from,
        `Install it where the harness keeps packages (the README has the line), or name the file. ${entryFor(advice)}`,
      )
    : say(
        'problem',
        'package-unknown',
        `this plugin has no package ${spec}, and the harness skips silently what it cannot install; did you mean ${packageOfOurs}?`,
        from,
        `Write "${packageOfOurs}" in place of "${spec}" in ${from}, or name the file. ${entryFor(advice)}`,
      )
