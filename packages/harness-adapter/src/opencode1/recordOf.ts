import type { Option } from 'fp-ts/lib/Option.js'
import * as O from 'fp-ts/lib/Option.js'
import { type AgentRecord, MonotonicKey } from '@active-mode/core'
import { fieldsOf } from '../environment/answer.js'

/** A message of the harness 1.x as an agent record; none if it lacks what makes one. Its text and its times are not looked at. */
export const recordOf = (message: unknown): Option<AgentRecord> => {
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

/** A compaction is both its user message, which has a part of that type, and its summary message. */
const asksForCompaction = (parts: unknown): boolean =>
  Array.isArray(parts) && parts.some((part) => fieldsOf(part)['type'] === 'compaction')

export const messageKey: (id: string) => MonotonicKey = MonotonicKey.messageId
