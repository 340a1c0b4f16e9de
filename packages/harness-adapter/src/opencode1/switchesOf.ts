import type { Either } from 'fp-ts/lib/Either.js'
import * as E from 'fp-ts/lib/Either.js'
import type { AgentRecord } from '@active-mode/core'
import { fieldsOf } from '../environment/answer.js'
import { messageKey } from './recordOf.js'

/**
 * The agent switches in a page of the v2 message list. Their ids are minted by the same server as those of messages and
 * order with them, as the availability fixture proved. A harness without this route answers with text: no such records.
 */
export const switchesOf = (data: unknown): Either<string, ReadonlyArray<AgentRecord>> => {
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
