import type { Either } from 'fp-ts/lib/Either.js'
import * as E from 'fp-ts/lib/Either.js'
import * as Eq from 'fp-ts/lib/Eq.js'
import { constant, pipe } from 'fp-ts/lib/function.js'
import type { Option } from 'fp-ts/lib/Option.js'
import * as O from 'fp-ts/lib/Option.js'
import * as RA from 'fp-ts/lib/ReadonlyArray.js'
import * as S from 'fp-ts/lib/string.js'
import * as MonotonicKey from '../MonotonicKey.js'
import type { DeclineWhy, FailedWhy, NoFallback } from '../Reason.js'
import type { AgentRecord, SwitchStream } from '../SwitchStream.js'
import { arrangeRecords, type PlacedRecord } from './arrangeRecords.js'
import { newestOf } from './newest.js'

/** The agent of the last assistant record, or why the stream cannot tell it (rows 6 to 11). */
export const resolveFallback = (stream: SwitchStream): Either<NoFallback, string> => {
  switch (stream._tag) {
    case 'unread':
      return E.left(failed({ _tag: 'stream-unread' }))
    case 'unavailable':
      return E.left(failed({ _tag: 'stream-unavailable', detail: stream.detail }))
    case 'records':
      return pipe(
        arrangeRecords(stream.records),
        E.fromOption(constant(keysNotComparable)),
        E.filterOrElse(isUnambiguous, constant(keysNotComparable)),
        E.chain(lastSpeaker),
      )
  }
}

/** Whether all records of one place say the same. Otherwise the outcome would hang on which of them is asked (row 7). */
const isUnambiguous = (placed: ReadonlyArray<PlacedRecord>): boolean => {
  const oneAt = new Map(placed.map(({ place, record }) => [place, record]))
  return placed.every(({ place, record }) => {
    const one = oneAt.get(place)
    return one !== undefined && eqStory.equals(one, record)
  })
}

/** Whether two records answer the same user record, or none. */
export const eqAnswers: Eq.Eq<AgentRecord['answers']> = Eq.contramap(O.fromNullable<AgentRecord['answers']>)(
  O.getEq(MonotonicKey.Eq),
)

/** What two records of one place have to agree on. */
const eqStory: Eq.Eq<AgentRecord> = Eq.struct({ kind: S.Eq, agent: S.Eq, answers: eqAnswers })

const lastSpeaker = (placed: ReadonlyArray<PlacedRecord>): Either<NoFallback, string> =>
  pipe(
    placed.filter(({ record }) => record.kind === 'assistant' || record.kind === 'compaction'),
    (answers) => RA.head(newestOf(answers)),
    E.fromOption((): NoFallback => failed({ _tag: 'no-assistant-record' })),
    E.filterOrElse(({ record }) => record.kind !== 'compaction', constant(declined({ _tag: 'compaction' }))),
    E.chain((last) =>
      pipe(
        newerSwitch(placed, last),
        O.match(
          () => E.right(last.record.agent),
          (to) => E.left(declined({ _tag: 'switch-newer', from: last.record.agent, to })),
        ),
      ),
    ),
  )

/**
 * The agent that was selected after the last answer began: by a record newer than the answer, or newer than the user
 * record that it answers, since user ids may be minted by a client with a slower clock (row 10).
 */
const newerSwitch = (placed: ReadonlyArray<PlacedRecord>, last: PlacedRecord): Option<string> =>
  pipe(
    placed.filter(
      ({ record, place }) =>
        (record.kind === 'user' || record.kind === 'agent-switched') &&
        record.agent !== last.record.agent &&
        place > Math.min(last.place, last.since),
    ),
    RA.map(({ record }) => record.agent),
    (agents) => RA.head(agents.toSorted(S.Ord.compare)),
  )

const declined = (why: DeclineWhy): NoFallback => ({ _tag: 'declined', why })

const failed = (why: FailedWhy): NoFallback => ({ _tag: 'failed', why })

const keysNotComparable = declined({ _tag: 'keys-not-comparable' })
