import type { ModeBundle } from '@active-mode/core'
import type { Mutant } from './Mutant.js'
import { asking, askingOf } from './mutate.js'

const firstClaims = (modes: ReadonlyArray<ModeBundle>): ReadonlyArray<ModeBundle> =>
  modes
    .filter((mode, place) => modes.findIndex((other) => other.agent === mode.agent) === place)
    .map((mode, place, kept) => ({
      ...mode,
      aliases: mode.aliases.filter((alias) => !kept.slice(0, place).some(({ aliases }) => aliases.includes(alias))),
    }))

const plainId = (id: string): string => id.trim().toLowerCase().normalize('NFC')

/** The mutants that look at the registry in a wrong way: claims, parts, broken bundles and floors. */
export const registryMutants: ReadonlyArray<Mutant> = [
  {
    name: 'the first claim wins',
    mutate: askingOf((bundle) => ({ ...bundle, modes: firstClaims(bundle.modes) })),
    brokenLaws: ['a_second_claim_is_never_a_guess', 'input_order_is_irrelevant'],
  },
  {
    name: 'aliases are not looked at',
    mutate: askingOf((bundle) => ({ ...bundle, modes: bundle.modes.map((mode) => ({ ...mode, aliases: [] })) })),
    brokenLaws: ['silence_is_earned', 'a_newest_record_of_a_rival_is_a_conflict'],
  },
  {
    name: 'an alias is as good as an agent',
    mutate: askingOf((bundle) => ({
      ...bundle,
      modes: bundle.modes.flatMap((mode) =>
        [...new Set([mode.agent, ...mode.aliases])].map((agent) => ({ ...mode, agent, aliases: [] })),
      ),
    })),
    brokenLaws: ['an_agent_claim_beats_an_alias'],
  },
  {
    name: 'the name of a mode is a claim',
    mutate: askingOf((bundle) => ({
      ...bundle,
      modes: bundle.modes.map((mode) => ({ ...mode, aliases: [...mode.aliases, mode.mode] })),
    })),
    brokenLaws: [
      'the_name_of_a_mode_is_no_claim',
      'director_names_a_mode_that_claims_the_agent',
      'a_near_miss_is_no_match',
    ],
  },
  {
    name: 'agents are compared without case and spaces',
    mutate: asking((request) => ({
      ...request,
      sessionInfo:
        request.sessionInfo._tag === 'known'
          ? { ...request.sessionInfo, agent: plainId(request.sessionInfo.agent) }
          : request.sessionInfo,
    })),
    brokenLaws: ['a_near_miss_is_no_match', 'a_known_agent_answers_for_itself'],
  },
  {
    name: 'modes with damage are skipped',
    mutate: askingOf((bundle) => ({
      ...bundle,
      modes: bundle.modes.filter(({ pack, ledgerRule }) => pack._tag === 'present' && ledgerRule._tag === 'present'),
    })),
    brokenLaws: [
      'damaged_parts_never_promote',
      'silence_is_earned',
      'damage_is_named',
      'repairing_the_parts_makes_a_director',
    ],
  },
  {
    name: 'broken bundles are not looked at: copilot',
    mutate: askingOf((bundle) => ({ ...bundle, broken: [] })),
    brokenLaws: ['silence_is_earned', 'a_broken_bundle_breaks_only_silence'],
  },
  {
    name: 'unknown claims are no claims',
    mutate: askingOf((bundle) => ({
      ...bundle,
      broken: bundle.broken.map((broken) => ({ ...broken, claims: broken.claims ?? [] })),
    })),
    brokenLaws: [
      'silence_is_earned',
      'a_broken_bundle_breaks_only_silence',
      'a_newest_record_of_a_rival_is_a_conflict',
    ],
  },
  {
    name: 'every broken bundle claims everybody',
    mutate: askingOf((bundle) => ({ ...bundle, broken: bundle.broken.map((broken) => ({ ...broken, claims: null })) })),
    brokenLaws: ['unrelated_modes_are_irrelevant'],
  },
  {
    name: 'three modes are too many',
    mutate: askingOf((bundle) => (bundle.modes.length > 2 ? { ...bundle, modes: bundle.modes.slice(0, 2) } : bundle)),
    brokenLaws: ['unrelated_modes_are_irrelevant', 'input_order_is_irrelevant'],
  },
  {
    name: 'floors are not looked at',
    mutate: askingOf((bundle) => ({ ...bundle, floors: [] })),
    brokenLaws: [
      'version_gap_trumps_every_agent',
      'raising_a_floor_silences_nothing',
      'a_manifest_has_one_gap_at_most',
    ],
  },
  {
    name: 'only the floor of the mode in question is looked at',
    mutate: askingOf((bundle, { sessionInfo }) => ({
      ...bundle,
      floors: bundle.floors.filter(
        ({ directory }) => sessionInfo._tag === 'unknown' || sessionInfo.agent === directory,
      ),
    })),
    brokenLaws: ['version_gap_trumps_every_agent'],
  },
  {
    name: 'versions are compared as they are spelled',
    mutate: askingOf((bundle) => ({
      ...bundle,
      floors: bundle.floors.map((floor) => ({
        ...floor,
        pluginFloor: floor.pluginFloor !== null && floor.pluginFloor > '1' ? '2' : floor.pluginFloor,
      })),
    })),
    brokenLaws: ['a_met_floor_is_no_evidence', 'missing_places_are_zeros'],
  },
]
