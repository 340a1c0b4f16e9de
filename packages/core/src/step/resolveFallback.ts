import * as E from 'fp-ts/lib/Either.js'
import * as O from 'fp-ts/lib/Option.js'
import * as RA from 'fp-ts/lib/ReadonlyArray.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Option } from 'fp-ts/lib/Option.js'
import { constant, pipe } from 'fp-ts/lib/function.js'
import type { AgentRecord, SwitchStream } from '../model/SwitchStream.js'
import type { DeclineWhy, FailedWhy, SessionInfoFailed } from '../model/UnresolvableReason.js'
import type { Arrangement } from './arrangeKeys.js'
import { arrangeRecords } from './arrangeRecords.js'
import { byCodeUnit } from './byCodeUnit.js'
import { newestRecords } from './newestRecords.js'
import { sameAnswer } from './sameAnswer.js'

/** Why the fallback has no answer. */
export type NoFallback = SessionInfoFailed['fallback']

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
        E.filterOrElse((placeOf) => isUnambiguous(stream.records, placeOf), constant(keysNotComparable)),
        E.chain((placeOf) => lastSpeaker(stream.records, placeOf)),
      )
  }
}

/** Whether all records of one place say the same. Otherwise the outcome would hang on which of them is asked (row 7). */
const isUnambiguous = (records: ReadonlyArray<AgentRecord>, placeOf: Arrangement): boolean => {
  const oneAt = new Map(records.map((record) => [placeOf(record.key), record]))
  return records.every((record) => {
    const one = oneAt.get(placeOf(record.key))
    return one !== undefined && one.kind === record.kind && one.agent === record.agent && sameAnswer(one, record)
  })
}

const lastSpeaker = (records: ReadonlyArray<AgentRecord>, placeOf: Arrangement): Either<NoFallback, string> =>
  pipe(
    records.filter((record) => record.kind === 'assistant' || record.kind === 'compaction'),
    (answers) => RA.head(newestRecords(answers, placeOf)),
    E.fromOption((): NoFallback => failed({ _tag: 'no-assistant-record' })),
    E.filterOrElse((last) => last.kind !== 'compaction', constant(declined({ _tag: 'compaction' }))),
    E.chain((last) =>
      pipe(
        newerSwitch(records, placeOf, last),
        O.match(
          () => E.right(last.agent),
          (to) => E.left(declined({ _tag: 'switch-newer', from: last.agent, to })),
        ),
      ),
    ),
  )

/**
 * The agent that was selected after the last answer began: by a record newer than the answer, or newer than the user
 * record that it answers, since user ids may be minted by a client with a slower clock (row 10).
 */
const newerSwitch = (records: ReadonlyArray<AgentRecord>, placeOf: Arrangement, last: AgentRecord): Option<string> => {
  const since = Math.min(placeOf(last.key), placeOf(last.answers ?? last.key))
  return pipe(
    records.filter(
      (record) =>
        (record.kind === 'user' || record.kind === 'agent-switched') &&
        record.agent !== last.agent &&
        placeOf(record.key) > since,
    ),
    RA.map((record) => record.agent),
    (agents) => RA.head(agents.toSorted(byCodeUnit)),
  )
}

const declined = (why: DeclineWhy): NoFallback => ({ _tag: 'declined', why })

const failed = (why: FailedWhy): NoFallback => ({ _tag: 'failed', why })

const keysNotComparable = declined({ _tag: 'keys-not-comparable' })
