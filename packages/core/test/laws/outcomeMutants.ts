import type { ModeBundle, Posture, UnresolvableReason } from '@active-mode/core'
import type { Mutant } from './Mutant.js'
import { answering, asking, askingOf } from './mutate.js'

const silence = (agent: string): Posture => ({ _tag: 'copilot', reason: { _tag: 'agent-unbound', agent } })

const withReasons = (
  posture: Posture,
  change: (reasons: ReadonlyArray<UnresolvableReason>) => ReadonlyArray<UnresolvableReason>,
): Posture => {
  if (posture._tag !== 'unresolvable') return posture
  const [first, ...more] = change(posture.reasons)
  return first === undefined ? posture : { ...posture, reasons: [first, ...more] }
}

let calls = 0

/** The mutants of what is answered. */
export const outcomeMutants: ReadonlyArray<Mutant> = [
  {
    name: 'no registry is a reason for alarm',
    mutate: answering((posture, { bundle }) =>
      bundle._tag === 'absent'
        ? { _tag: 'unresolvable', reasons: [{ _tag: 'registry-unreadable', detail: '' }] }
        : posture,
    ),
    brokenLaws: ['an_absent_registry_silences_everyone'],
  },
  {
    name: 'an unreadable registry is none',
    mutate: asking((request) =>
      request.bundle._tag === 'unreadable' ? { ...request, bundle: { _tag: 'absent' } } : request,
    ),
    brokenLaws: ['an_unreadable_registry_silences_nobody', 'silence_is_earned'],
  },
  {
    name: 'one version gap is enough',
    mutate: answering((posture) => withReasons(posture, (reasons) => reasons.slice(0, 1))),
    brokenLaws: ['raising_a_floor_silences_nothing', 'a_manifest_has_one_gap_at_most'],
  },
  {
    name: 'reasons come last directory first',
    mutate: answering((posture) => withReasons(posture, (reasons) => reasons.toReversed())),
    brokenLaws: ['candidates_are_sorted'],
  },
  {
    name: 'everything is via session-info',
    mutate: answering((posture) => ('via' in posture ? { ...posture, via: 'session-info' } : posture)),
    brokenLaws: [
      'via_tells_the_evidence',
      'a_request_agent_is_told_what_its_session_would_be',
      'the_fallback_agrees_with_the_session',
      'the_last_assistant_speaks',
    ],
  },
  {
    name: 'the digest is of another registry',
    mutate: answering((posture) => ('digest' in posture ? { ...posture, digest: 'sha256:stale' } : posture)),
    brokenLaws: ['director_names_a_mode_that_claims_the_agent', 'ids_and_labels_are_no_evidence'],
  },
  {
    name: 'a degraded director is a director',
    mutate: answering((posture) => {
      if (posture._tag !== 'degraded') return posture
      const { mode, agent, via, digest, pack, ledgerRule } = posture
      return {
        _tag: 'director',
        ...{ mode, agent, via, digest },
        pack: pack ?? { closingArtifact: null, phases: [{ name: '', roles: [], gates: [] }], handoffs: [] },
        ledgerRule: ledgerRule ?? { text: '', generator: '' },
      }
    }),
    brokenLaws: ['damaged_parts_never_promote', 'damage_is_named', 'director_names_a_mode_that_claims_the_agent'],
  },
  {
    name: 'the first missing part is enough',
    mutate: answering((posture) =>
      posture._tag === 'degraded' ? { ...posture, missing: [posture.missing[0]] } : posture,
    ),
    brokenLaws: ['damage_is_named', 'an_outcome_has_its_fields_and_no_others'],
  },
  {
    name: 'an incomplete map is a version gap',
    mutate: answering((posture) =>
      withReasons(posture, (reasons) =>
        reasons.map((reason) =>
          reason._tag === 'map-incomplete'
            ? { _tag: 'version-gap', directory: '', what: 'schema', needs: '', supports: '1' }
            : reason,
        ),
      ),
    ),
    brokenLaws: ['a_broken_bundle_breaks_only_silence'],
  },
  {
    name: 'an incomplete map stays one without its broken bundles',
    mutate: answering((posture, { bundle }) =>
      bundle._tag === 'staged' && bundle.broken.length === 0 && bundle.modes.length === 0 && posture._tag === 'copilot'
        ? { _tag: 'unresolvable', reasons: [{ _tag: 'map-incomplete', agent: '', broken: [] }] }
        : posture,
    ),
    brokenLaws: ['mending_the_map_earns_silence', 'two_silences_do_not_conflict'],
  },
  {
    name: 'an outcome tells more than it promises',
    mutate: answering((posture) => ({ ...posture, note: undefined })),
    brokenLaws: ['an_outcome_has_its_fields_and_no_others'],
  },
  {
    name: 'the failure is not repeated',
    mutate: asking((request) =>
      request.sessionInfo._tag === 'unknown'
        ? { ...request, sessionInfo: { ...request.sessionInfo, failure: { _tag: 'no-client' } } }
        : request,
    ),
    brokenLaws: ['the_failure_is_repeated_and_not_weighed', 'a_stream_that_was_not_read_resolves_nothing'],
  },
  {
    name: 'an agent of a special name is silent',
    mutate: answering((posture) => ('agent' in posture && posture.agent === 'ship' ? silence('ship') : posture)),
    brokenLaws: ['no_agent_id_is_special', 'silence_is_earned'],
  },
  {
    name: 'the store is evidence',
    mutate: asking((request) =>
      request.switchStream._tag === 'records' && request.switchStream.store !== 'v1'
        ? { ...request, switchStream: { _tag: 'unread' } }
        : request,
    ),
    brokenLaws: ['ids_and_labels_are_no_evidence', 'prose_is_invisible'],
  },
  {
    name: 'an empty ledger rule is a missing one',
    mutate: askingOf((bundle) => ({
      ...bundle,
      modes: bundle.modes.map((mode) =>
        mode.ledgerRule._tag === 'present' && mode.ledgerRule.value.text === ''
          ? { ...mode, ledgerRule: { _tag: 'missing', part: 'ledger-discovery-rule', why: 'empty', detail: '' } }
          : mode,
      ),
    })),
    brokenLaws: ['prose_is_invisible', 'director_names_a_mode_that_claims_the_agent'],
  },
  {
    name: 'the clock decides',
    mutate: answering((posture) => ('via' in posture || Date.now() % 2 === 0 ? posture : silence('nobody'))),
    brokenLaws: ['wall_clock_is_invisible'],
  },
  {
    name: 'every seventh answer is the one before',
    mutate: (decide) => {
      let last: Posture | null = null
      return (...asked) => {
        calls += 1
        if (last === null || calls % 7 !== 0) last = decide(...asked)
        return last
      }
    },
    brokenLaws: ['decide_is_deterministic'],
  },
]

/** The mutants whose outcomes are right, and which are wrong all the same. */
export const conductMutants: ReadonlyArray<Mutant> = [
  {
    name: 'the modes are sorted in place',
    mutate:
      (decide) =>
      (...asked) => {
        const [, bundle] = asked
        if (bundle._tag === 'staged')
          (bundle.modes as ModeBundle[]).sort((one, other) => (one.mode < other.mode ? -1 : 1))
        return decide(...asked)
      },
    brokenLaws: ['inputs_are_never_mutated'],
  },
  {
    name: 'a number that is no integer throws',
    mutate:
      (decide) =>
      (...asked) => {
        const [, , switchStream] = asked
        if (switchStream._tag === 'records')
          switchStream.records.forEach(({ key }) => key._tag === 'seq' && BigInt(key.value))
        return decide(...asked)
      },
    brokenLaws: ['decide_is_total'],
  },
]
