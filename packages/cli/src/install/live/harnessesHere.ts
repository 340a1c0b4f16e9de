import { Refusal } from '../../Io.js'
import { type Generation, generationOf, type HarnessFound } from '../../setup/HarnessSetup.js'
import type { SetupSettings } from '../../setup/live/configSources.js'
import { findHarness, harnessName, otherHarnesses } from '../../setup/live/findHarness.js'

export type Harness = Extract<HarnessFound, { readonly _tag: 'found' }>

/** The harnesses that the plugin is to be installed for: the one that is named, else those on the PATH. Throws a Refusal where there is none. */
export const harnessesHere = async (
  named: string | undefined,
  settings: SetupSettings,
): Promise<ReadonlyArray<Harness>> => {
  const first = await findHarness(harnessName(named, settings.env), settings)
  const all = [first, ...(named === undefined ? await otherHarnesses(first, settings) : [])].filter(isFound)
  const known = all.filter(({ version }) => isKnown(generationOf(version)))
  if (known.length > 0) return known
  const [unknown] = all
  throw new Refusal(
    unknown !== undefined
      ? `${unknown.path} is version ${unknown.version}, and only the configs of opencode 1.x and 2.x can be edited; name the plugin's folder in its config by hand`
      : first._tag === 'failed'
        ? `${first.path} does not tell its version (${first.detail}); run it with --version by hand, or name another one with --harness PATH`
        : `no harness was found (${first.path}); install opencode, or name its executable with --harness PATH`,
  )
}

export const generationsOf = (harnesses: ReadonlyArray<Harness>): ReadonlyArray<Generation> =>
  ([1, 2] as const).filter((generation) => harnesses.some(({ version }) => generationOf(version) === generation))

const isFound = (harness: HarnessFound): harness is Harness => harness._tag === 'found'

const isKnown = (generation: number): generation is Generation => generation === 1 || generation === 2
