import type { MonotonicKey, Posture, UnresolvableReason } from '@active-mode/core'
import type { Mutant } from './Mutant.js'
import { asking, askingBy, askingByKeys } from './mutate.js'

const sequence = (value: number): MonotonicKey => ({ _tag: 'seq', value })

const digitsOf = (key: MonotonicKey): number =>
  key._tag === 'seq' ? key.value : Number.parseInt(/^msg_([0-9a-f]{12})/.exec(key.value)?.[1] ?? '', 16)

const reasonsOf = (posture: Posture): ReadonlyArray<UnresolvableReason> =>
  posture._tag === 'unresolvable' ? posture.reasons : []

const isDeclined = (posture: Posture): boolean =>
  reasonsOf(posture).some((reason) => reason._tag === 'session-info-failed' && reason.fallback._tag === 'declined')

/** The mutants that look at the stream in a wrong way, or at the wrong things in it. */
export const streamMutants: ReadonlyArray<Mutant> = [
  {
    name: 'newest by comparing ids as strings',
    mutate: askingByKeys((key, records) => {
      const ids = [
        ...new Set(records.flatMap((record) => [record.key, record.answers]).map((one) => String(one?.value))),
      ].sort()
      return key._tag === 'message-id' ? sequence(ids.indexOf(key.value)) : key
    }),
    brokenLaws: ['wrap_does_not_matter', 'half_a_circle_is_no_order', 'without_an_order_every_record_is_newest'],
  },
  {
    name: 'ids are numbers that never wrap',
    mutate: askingByKeys((key) => (Number.isNaN(digitsOf(key)) ? key : sequence(digitsOf(key)))),
    brokenLaws: ['wrap_does_not_matter', 'only_the_order_of_keys_counts', 'a_key_out_of_order_declines'],
  },
  {
    name: 'array order is evidence',
    mutate: askingBy((records) => records.map((record, place) => ({ ...record, key: sequence(place), answers: null }))),
    brokenLaws: [
      'input_order_is_irrelevant',
      'a_switch_before_the_question_is_history',
      'two_stories_of_one_key_decline',
    ],
  },
  {
    name: 'keys are compared within a window',
    mutate: askingByKeys((key) => (key._tag === 'seq' ? sequence(Math.trunc(key.value / 1000)) : key)),
    brokenLaws: ['only_the_order_of_keys_counts'],
  },
  {
    name: 'a sequence number has 32 bits',
    mutate: askingByKeys((key) => (key._tag === 'seq' ? sequence(key.value | 0) : key)),
    brokenLaws: ['a_sequence_may_start_anywhere', 'only_the_order_of_keys_counts'],
  },
  {
    name: 'an id has fourteen characters behind its digits or is none',
    mutate: askingByKeys((key) =>
      key._tag === 'message-id' && !/^.{16}[A-Za-z]{14}$/.test(key.value) ? { ...key, value: '' } : key,
    ),
    brokenLaws: ['what_follows_the_digits_is_no_evidence'],
  },
  {
    name: 'records that cannot be ordered are dropped',
    mutate: askingBy((records) => records.filter(({ key }) => !Number.isNaN(digitsOf(key)))),
    brokenLaws: ['a_key_out_of_order_declines', 'without_an_order_every_record_is_newest'],
  },
  {
    name: 'the first of two stories counts',
    mutate: askingBy((records) =>
      records.filter(({ key }, place) => records.findIndex((other) => other.key.value === key.value) === place),
    ),
    brokenLaws: ['two_stories_of_one_key_decline', 'input_order_is_irrelevant'],
  },
  {
    name: 'a record read twice is two stories',
    mutate: askingBy((records) =>
      new Set(records.map((record) => JSON.stringify(record))).size === records.length
        ? records
        : [...records, ...records.map((record) => ({ ...record, agent: `${record.agent}'` }))],
    ),
    brokenLaws: ['repetition_is_irrelevant'],
  },
  {
    name: 'a compaction speaks as an agent',
    mutate: askingBy((records) =>
      records.map((one) => (one.kind === 'compaction' ? { ...one, kind: 'assistant' } : one)),
    ),
    brokenLaws: ['a_newer_compaction_declines', 'a_compaction_never_conflicts_and_never_hides_a_conflict'],
  },
  {
    name: 'compactions are not looked at',
    mutate: askingBy((records) => records.filter(({ kind }) => kind !== 'compaction')),
    brokenLaws: ['a_newer_compaction_declines'],
  },
  {
    name: 'any compaction declines',
    mutate: askingBy((records, { sessionInfo }) =>
      sessionInfo._tag === 'unknown' && records.some(({ kind }) => kind === 'compaction')
        ? records.filter(({ kind }) => kind !== 'assistant')
        : records,
    ),
    brokenLaws: ['an_answered_compaction_is_history'],
  },
  {
    name: 'selections are not looked at: no decline',
    mutate: askingBy((records, { sessionInfo }) =>
      sessionInfo._tag === 'unknown'
        ? records.filter(({ kind }) => kind === 'assistant' || kind === 'compaction')
        : records,
    ),
    brokenLaws: ['a_newer_switch_is_never_overruled', 'a_switch_since_the_question_declines'],
  },
  {
    name: 'what an assistant answers is not looked at',
    mutate: askingBy((records) => records.map((record) => ({ ...record, answers: null }))),
    brokenLaws: ['a_switch_since_the_question_declines'],
  },
  {
    name: 'any selection of another agent declines, however old',
    mutate: askingBy((records, { sessionInfo }) => {
      const oldest = records.find((record) => records.every(({ key }) => digitsOf(record.key) <= digitsOf(key)))
      const earlier = oldest?.key._tag === 'seq' ? sequence(oldest.key.value - 9) : null
      return sessionInfo._tag === 'unknown' && earlier !== null
        ? records.map((record) => ({ ...record, answers: record.kind === 'assistant' ? earlier : record.answers }))
        : records
    }),
    brokenLaws: [
      'a_switch_before_the_question_is_history',
      'only_the_order_of_keys_counts',
      'the_last_assistant_speaks',
    ],
  },
  {
    name: 'without an assistant the user speaks',
    mutate: askingBy((records) =>
      records.some(({ kind }) => kind === 'assistant')
        ? records
        : records.map((record) => (record.kind === 'user' ? { ...record, kind: 'assistant' } : record)),
    ),
    brokenLaws: ['without_an_assistant_nothing_is_inferred'],
  },
  {
    name: 'a stream that was not read is an empty one',
    mutate: asking((request) =>
      request.switchStream._tag === 'records'
        ? request
        : { ...request, switchStream: { _tag: 'records', store: 'v1', records: [] } },
    ),
    brokenLaws: ['a_stream_that_was_not_read_resolves_nothing'],
  },
  {
    name: 'the agent of a request is held against the records',
    mutate: asking((request) =>
      request.sessionInfo._tag === 'request' &&
      request.switchStream._tag === 'records' &&
      request.switchStream.records.length > 0
        ? { ...request, sessionInfo: { ...request.sessionInfo, _tag: 'known' } }
        : request,
    ),
    brokenLaws: ['a_request_agent_ignores_every_stream'],
  },
  {
    name: 'a known session has no conflicts',
    mutate: asking((request) =>
      request.sessionInfo._tag === 'known' ? { ...request, switchStream: { _tag: 'unread' } } : request,
    ),
    brokenLaws: ['a_newest_record_of_a_rival_is_a_conflict', 'without_an_order_every_record_is_newest'],
  },
  {
    name: 'the newest record overrules a known session',
    mutate: asking((request) => {
      const { sessionInfo, switchStream } = request
      const newest = switchStream._tag === 'records' ? switchStream.records.at(-1) : undefined
      return sessionInfo._tag === 'known' && newest !== undefined
        ? { ...request, sessionInfo: { ...sessionInfo, agent: newest.agent } }
        : request
    }),
    brokenLaws: [
      'a_stream_never_changes_a_known_posture',
      'a_newest_record_of_a_rival_is_a_conflict',
      'two_silences_do_not_conflict',
    ],
  },
  {
    name: 'every record is newest for a known session',
    mutate: askingBy((records, { sessionInfo }) =>
      sessionInfo._tag === 'known'
        ? records.map((record) => ({ ...record, key: sequence(0), answers: null }))
        : records,
    ),
    brokenLaws: ['an_older_disagreement_is_history'],
  },
  {
    name: 'a conflict of two copilots is one',
    mutate: (decide) => (sessionInfo, bundle, switchStream) => {
      if (bundle._tag !== 'staged') return decide(sessionInfo, bundle, switchStream)
      const torn = { directory: '', why: 'invalid', detail: '', claims: null } as const
      const alarmed = decide(sessionInfo, { ...bundle, broken: [...bundle.broken, torn] }, switchStream)
      return reasonsOf(alarmed).some(({ _tag }) => _tag === 'evidence-conflict')
        ? alarmed
        : decide(sessionInfo, bundle, switchStream)
    },
    brokenLaws: ['two_silences_do_not_conflict'],
  },
  {
    name: 'a known session needs an order, too',
    mutate: (decide) => (sessionInfo, bundle, switchStream) => {
      const outcome = decide({ _tag: 'unknown', sessionId: '', failure: { _tag: 'no-agent' } }, bundle, switchStream)
      return sessionInfo._tag !== 'request' && isDeclined(outcome) ? outcome : decide(sessionInfo, bundle, switchStream)
    },
    brokenLaws: ['an_agreeing_stream_is_as_good_as_none', 'the_failure_is_repeated_and_not_weighed'],
  },
]
