import type { ConfiguredPlugin, HarnessSetup } from '../setup/HarnessSetup.js'
import { checkCopy, entryFor, type PluginAdvice } from './checkCopy.js'
import { type Diagnosis, diagnosisOf, withEdits } from './Diagnosis.js'
import { editElsewhere, editTwice } from './pluginEdits.js'

const say = diagnosisOf('plugin')

/** The copy of the plugin whose blocks and options count: of 1.x the last one that is loaded, of 2.x the first; `undefined` where none is configured. */
export const decidingCopy = ({
  generation,
  plugins,
}: Pick<HarnessSetup, 'generation' | 'plugins'>): ConfiguredPlugin | undefined =>
  (generation === 1 ? plugins.findLast(loads) : plugins.find(loads)) ?? plugins.at(-1)

/** Whether the plugin is configured, once, and can be loaded. */
export const checkPlugin = (setup: HarnessSetup, advice: PluginAdvice): ReadonlyArray<Diagnosis> => {
  const { generation, source, unreadable, plugins, elsewhere, isPure, failed } = setup
  const copies = plugins.filter(loads)
  // What a config says that cannot be read is open.
  const isOpen = source._tag === 'refused' || unreadable.length > 0
  return [
    ...checkSource(setup),
    ...unreadable.map(({ file, why }) =>
      say(
        'problem',
        'config-unreadable',
        `the harness does not start with this config file: ${why}`,
        file,
        'Correct it.',
      ),
    ),
    ...(isPure
      ? [
          say(
            'problem',
            'plugins-off',
            'OPENCODE_PURE is set, so the harness loads no plugin',
            'environment',
            'Unset OPENCODE_PURE where you start the harness.',
          ),
        ]
      : []),
    ...(plugins.length > 0 || isOpen
      ? []
      : elsewhere.length > 0
        ? elsewhere.map((seen) =>
            withEdits(
              say(
                'problem',
                'plugin-elsewhere',
                `the plugin is not loaded from here: ${seen.why}`,
                seen.where,
                seen.remedy,
              ),
              editElsewhere(seen, elsewhere),
            ),
          )
        : [
            withEdits(
              say(
                'problem',
                'plugin-not-configured',
                'no config of the harness names the plugin',
                advice.configFile,
                `Run: active-mode install`,
                `Or by hand: ${entryFor(advice)}`,
              ),
              [{ _tag: 'install' }],
            ),
          ]),
    ...(copies.length > 1 && generation === 2 ? [passedBy(copies)] : []),
    ...(copies.length > 1 && generation === 1
      ? [
          withEdits(
            say(
              'problem',
              'plugin-twice',
              `${copies.length} copies of the plugin are configured`,
              copies.map(({ from }) => from).join(', '),
              'Keep one: with several, the last one wins and the log has each request several times.',
            ),
            editTwice(copies.at(-1), copies.slice(0, -1), 1),
          ),
        ]
      : []),
    ...plugins.flatMap((plugin) => checkCopy(plugin, advice)),
    ...(failed ?? []).map(({ path, why, isOurs }) =>
      isOurs
        ? say(
            'problem',
            'plugin-failed',
            `the harness could not load the plugin: ${why}`,
            path,
            'Build or install the plugin again, then run: active-mode doctor',
          )
        : say(
            'note',
            'other-plugin-failed',
            `the harness could not load another plugin, which it says only in its log: ${why}`,
            path,
            'Correct it, or remove it.',
          ),
    ),
  ]
}

/** Of several copies a harness 2.x takes the first, those that lie in a folder before those that a config names; what the others are given counts for nothing. */
const passedBy = ([first, ...others]: ReadonlyArray<ConfiguredPlugin>): Diagnosis => {
  const silenced = others.filter(
    ({ options }) => options !== undefined && JSON.stringify(options) !== JSON.stringify(first?.options),
  )
  const remedy = `Keep one: remove ${first?.file ?? ''}${silenced.length > 0 ? ', so that the options count,' : ''} or the entry in ${others.map(({ from }) => from).join(', ')}.`
  return silenced.length > 0
    ? say(
        'problem',
        'options-silenced',
        `the plugin's options in this config have no effect: another copy of it is loaded first (${first?.file ?? ''})`,
        silenced.map(({ from }) => from).join(', '),
        remedy,
      )
    : withEdits(
        say(
          'note',
          'plugin-twice',
          `${others.length + 1} copies of the plugin are there; the harness loads the first (${first?.file ?? ''}) and ignores the others`,
          others.map(({ from }) => from).join(', '),
          remedy,
        ),
        editTwice(first, others, 2),
      )
}

const checkSource = ({ source }: HarnessSetup): ReadonlyArray<Diagnosis> => {
  switch (source._tag) {
    case 'harness':
      return []
    case 'refused':
      return [
        say(
          'problem',
          'config-refused',
          `the harness does not start with this config: ${source.what}`,
          source.where,
          remedyOf(source.what, source.where),
        ),
      ]
    case 'files':
      return [
        say(
          'note',
          'config-from-files',
          `could not ask the harness for its config (${source.why}), so its config files were read instead`,
          'harness',
          'The harness may see it differently: run it once, or name its executable with --harness PATH.',
        ),
      ]
  }
}

/** The commonest of them: options that stand behind the plugin, and not in one pair with it. */
const remedyOf = (what: string, where: string): string =>
  /^plugin\.\d+: expected string \| array/.test(what)
    ? `Write the plugin and its options as one pair in ${where}: "plugin": [["file:///…/active-mode.js", { … }]].`
    : `Correct ${where}.`

const loads = ({ loads: loaded }: ConfiguredPlugin): boolean => loaded?.ok === true
