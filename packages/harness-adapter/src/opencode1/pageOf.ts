import type { Either } from 'fp-ts/lib/Either.js'
import * as E from 'fp-ts/lib/Either.js'
import { constNull, pipe } from 'fp-ts/lib/function.js'
import * as O from 'fp-ts/lib/Option.js'
import * as RA from 'fp-ts/lib/ReadonlyArray.js'
import { type AgentRecord, newestAgreed, placesOf } from '@active-mode/core'
import { fieldsOf } from '../environment/answer.js'
import { recordOf } from './recordOf.js'

/** The newest page of a session's stored messages. */
export interface MessagePage {
  readonly records: ReadonlyArray<AgentRecord>
  /** How many messages name no agent, so that they are no record. */
  readonly odd: number
  /**
   * The record of the request that is under way: the newest assistant record that is not completed. The harness stores it before it
   * calls the hook, with the agent of that very request. `null` where there is none, or where two that tie name two agents.
   */
  readonly open: AgentRecord | null
}

/** A page of messages as the harness lists it; an error says what it is instead. */
export const pageOf = (data: unknown): Either<string, MessagePage> => {
  if (!Array.isArray(data)) return E.left('the answer is no list of messages')
  const records = pipe(data, RA.filterMap(recordOf))
  return E.right({
    records,
    odd: data.length - records.length,
    open: pipe(
      data,
      RA.filter(isOpen),
      RA.filterMap(recordOf),
      placesOf,
      O.chain(newestAgreed),
      O.match(constNull, ({ record }) => record),
    ),
  })
}

const isOpen = (message: unknown): boolean => {
  const { role, time } = fieldsOf(fieldsOf(message)['info'])
  return role === 'assistant' && (fieldsOf(time)['completed'] ?? null) === null
}
