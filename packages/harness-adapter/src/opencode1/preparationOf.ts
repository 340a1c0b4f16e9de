import { pipe } from 'fp-ts/lib/function.js'
import type { Option } from 'fp-ts/lib/Option.js'
import * as O from 'fp-ts/lib/Option.js'
import { type AgentRecord, type MonotonicKey, newestAgreed, newestOf, placesOf } from '@active-mode/core'
import { fieldsOf } from '../environment/answer.js'
import { messageKey } from './recordOf.js'

/** The newest user message of a request that is being prepared: what the request was seen to answer. */
export interface Witness {
  readonly sessionId: string
  readonly record: AgentRecord
  /** The agent of the user message before it; `null` where there is none, as right after a compaction. No evidence. */
  readonly before: string | null
}

/** What the messages of a request that is being prepared tell. */
export interface Preparation {
  /** The sessions that the messages name: one, unless another plugin added, cloned or stripped messages. */
  readonly sessions: ReadonlyArray<string>
  readonly witness: Option<Witness>
}

/**
 * Reads the messages of a request. The harness lists the tail last after a compaction, so the witness is the newest user message by
 * its key, never by its place. Other plugins may have added, cloned, re-typed or stripped messages: what was stripped may have been the
 * newest, so there is no witness where any message is not whole, where the messages are of several sessions, or where they have no
 * order. A user message that asks for a compaction counts, since its agent is served after it.
 */
export const preparationOf = (messages: unknown): Preparation => {
  const list = Array.isArray(messages) ? messages : []
  const sessions = [...new Set(list.flatMap(sessionsIn))]
  const [sessionId, ...others] = sessions
  return {
    sessions,
    witness:
      sessionId !== undefined && others.length === 0 && list.every(isWhole)
        ? newestUser(sessionId, list.flatMap(userIn))
        : O.none,
  }
}

/** A message that lost its session may still name it in its parts. */
const sessionsIn = (message: unknown): ReadonlyArray<string> => {
  const { info, parts } = fieldsOf(message)
  return [
    fieldsOf(info)['sessionID'],
    ...(Array.isArray(parts) ? parts.map((part) => fieldsOf(part)['sessionID']) : []),
  ].filter(isText)
}

/** Whether a message has all that the harness gives to one of its role. A user message that was made another role has no parent. */
const isWhole = (message: unknown): boolean => {
  const { id, role, agent, sessionID, parentID } = fieldsOf(fieldsOf(message)['info'])
  return (
    isText(id) &&
    isText(sessionID) &&
    ((role === 'user' && isText(agent)) || (role === 'assistant' && isText(parentID)))
  )
}

const isText = (u: unknown): u is string => typeof u === 'string' && u !== ''

interface UserMessage {
  readonly key: MonotonicKey
  readonly agent: string
}

const userIn = (message: unknown): ReadonlyArray<UserMessage> => {
  const { id, role, agent } = fieldsOf(fieldsOf(message)['info'])
  return role === 'user' && isText(id) && isText(agent) ? [{ key: messageKey(id), agent }] : []
}

/** Keys that no harness makes are another plugin's. Two newest that tie and name two agents tell nothing. */
const newestUser = (sessionId: string, users: ReadonlyArray<UserMessage>): Option<Witness> =>
  pipe(
    placesOf(users.filter((user) => O.isSome(placesOf([user])))),
    O.chain((placed) =>
      pipe(
        newestAgreed(placed),
        O.map(({ record: { key, agent }, place }) => ({
          sessionId,
          record: { kind: 'user', agent, key, answers: null },
          before: newestOf(placed.filter((user) => user.place < place))[0]?.record.agent ?? null,
        })),
      ),
    ),
  )
