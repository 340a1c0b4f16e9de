import type { Either } from 'fp-ts/lib/Either.js'
import * as E from 'fp-ts/lib/Either.js'
import { constNull, pipe } from 'fp-ts/lib/function.js'
import type { Option } from 'fp-ts/lib/Option.js'
import * as O from 'fp-ts/lib/Option.js'
import * as RA from 'fp-ts/lib/ReadonlyArray.js'
import { type AgentRecord, MonotonicKey, newestAgreed, placesOf, SwitchStream } from '@active-mode/core'
import { fieldsOf } from '../environment/foreign.js'

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
export const decodePage = (data: unknown): Either<string, MessagePage> => {
  if (!Array.isArray(data)) return E.left('the answer is no list of messages')
  const records = pipe(data, RA.filterMap(decodeRecord))
  return E.right({
    records,
    odd: data.length - records.length,
    open: pipe(
      data,
      RA.filter(isOpen),
      RA.filterMap(decodeRecord),
      placesOf,
      O.chain(newestAgreed),
      O.match(constNull, ({ record }) => record),
    ),
  })
}

/** A message as an agent record; none if it lacks what makes one. Its text and its times are not looked at. */
export const decodeRecord = (message: unknown): Option<AgentRecord> => {
  const { info, parts } = fieldsOf(message)
  const { id, role, agent, parentID, summary } = fieldsOf(info)
  if (typeof id !== 'string' || typeof agent !== 'string' || agent === '') return O.none
  switch (role) {
    case 'user':
      return O.some({
        kind: asksForCompaction(parts) ? 'compaction' : 'user',
        agent,
        key: messageKey(id),
        answers: null,
      })
    case 'assistant':
      return O.some({
        kind: summary === true ? 'compaction' : 'assistant',
        agent,
        key: messageKey(id),
        answers: typeof parentID === 'string' ? messageKey(parentID) : null,
      })
    default:
      return O.none
  }
}

export const messageKey: (id: string) => MonotonicKey = MonotonicKey.messageId

/** A compaction has two messages: the user message with a part of that type, and the summary. */
const asksForCompaction = (parts: unknown): boolean =>
  Array.isArray(parts) && parts.some((part) => fieldsOf(part)['type'] === 'compaction')

const isOpen = (message: unknown): boolean => {
  const { role, time } = fieldsOf(fieldsOf(message)['info'])
  return role === 'assistant' && (fieldsOf(time)['completed'] ?? null) === null
}

/**
 * The agent switches in a page of the v2 message list. Their ids are minted by the same server as those of messages and order
 * with them, as the availability fixture proved. A harness without this route answers with text: then there are no switches.
 */
export const decodeSwitches = (data: unknown): Either<string, ReadonlyArray<AgentRecord>> => {
  if (typeof data === 'string') return E.right([])
  const page = Array.isArray(data) ? data : fieldsOf(data)['data']
  if (!Array.isArray(page)) return E.left('the answer is no list of agent switches')
  const switches = page.map(fieldsOf).filter(({ type }) => type === 'agent-switched')
  const records = switches.flatMap(({ id, agent }) =>
    typeof id === 'string' && typeof agent === 'string' ? [switchRecord(id, agent)] : [],
  )
  return records.length === switches.length
    ? E.right(records)
    : E.left(`${switches.length - records.length} agent switches name no agent`)
}

const switchRecord = (id: string, agent: string): AgentRecord => ({
  kind: 'agent-switched',
  agent,
  key: messageKey(id),
  answers: null,
})

/**
 * The switch stream of a session: a page of its messages, and the switches made without a message. Only both together show that no
 * switch is newer. A message that names no agent may be a switch, so with one the stream is unavailable.
 */
export const streamOf = (
  store: string,
  page: Either<string, MessagePage>,
  switches: Either<string, ReadonlyArray<AgentRecord>>,
): SwitchStream =>
  pipe(
    E.Do,
    E.bind('page', () => page),
    E.bind('switched', () => switches),
    E.filterOrElse(
      ({ page: { odd } }) => odd === 0,
      ({ page: { odd, records } }) => `${odd} of ${odd + records.length} messages name no agent`,
    ),
    E.match(SwitchStream.unavailable, ({ page: { records }, switched }) =>
      SwitchStream.records(store, [...records, ...switched]),
    ),
  )
