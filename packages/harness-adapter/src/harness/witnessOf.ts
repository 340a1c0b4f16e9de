import * as O from 'fp-ts/lib/Option.js'
import type { Option } from 'fp-ts/lib/Option.js'
import type { AgentRecord } from '@active-mode/core'
import { fieldsOf } from './answer.js'
import { messageKey } from './recordOf.js'

/** What a request that is being prepared was seen to answer: the last user message that the harness read for it. */
export interface Witness {
  readonly sessionId: string
  readonly record: AgentRecord
}

/** The witness in the messages of a request: a user message even if it asks for a compaction, since its agent is served after it. */
export const witnessOf = (messages: unknown): Option<Witness> => {
  const last = Array.isArray(messages) ? messages.map((message) => fieldsOf(fieldsOf(message)['info'])).findLast(({ role }) => role === 'user') : undefined
  const { id, agent, sessionID } = fieldsOf(last)
  return typeof id === 'string' && typeof agent === 'string' && agent !== '' && typeof sessionID === 'string'
    ? O.some({ sessionId: sessionID, record: { kind: 'user', agent, key: messageKey(id), answers: null } })
    : O.none
}
