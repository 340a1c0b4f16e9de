import type { Either } from 'fp-ts/lib/Either.js'
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as O from 'fp-ts/lib/Option.js'
import * as RA from 'fp-ts/lib/ReadonlyArray.js'
import { type AgentRecord, arrangeKeys } from '@active-mode/core'
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
    open: newestOf(pipe(data, RA.filter(isOpen), RA.filterMap(recordOf))),
  })
}

const isOpen = (message: unknown): boolean => {
  const { role, time } = fieldsOf(fieldsOf(message)['info'])
  return role === 'assistant' && (fieldsOf(time)['completed'] ?? null) === null
}

const newestOf = (records: ReadonlyArray<AgentRecord>): AgentRecord | null =>
  pipe(
    arrangeKeys(records.map(({ key }) => key)),
    O.chain((places) => {
      const last = Math.max(...places)
      const newest = records.filter((_, index) => places[index] === last)
      return newest.every(({ agent }) => agent === newest[0]?.agent) ? O.fromNullable(newest[0]) : O.none
    }),
    O.toNullable,
  )
