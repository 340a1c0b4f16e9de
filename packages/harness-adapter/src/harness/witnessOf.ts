import * as O from 'fp-ts/lib/Option.js'
import type { Option } from 'fp-ts/lib/Option.js'
import type { AgentRecord } from '@active-mode/core'
import { fieldsOf } from './answer.js'
import { messageKey } from './recordOf.js'

/** What a request that is being prepared was seen to answer: the last user message that the harness read for it. */
export interface Witness {
  readonly sessionId: string
  readonly record: AgentRecord
  /** The agent of the user message before it; `null` where there is none, as right after a compaction. No evidence. */
  readonly before: string | null
}

/** The witness in the messages of a request: a user message even if it asks for a compaction, since its agent is served after it. */
export const witnessOf = (messages: unknown): Option<Witness> => {
  if (!Array.isArray(messages)) return O.none
  const last = messages.findLastIndex(isUserMessage)
  const { id, agent, sessionID } = infoOf(messages[last])
  const { agent: before } = infoOf(messages[messages.findLastIndex((message, place) => place < last && isUserMessage(message))])
  return typeof id === 'string' && typeof agent === 'string' && agent !== '' && typeof sessionID === 'string'
    ? O.some({
        sessionId: sessionID,
        record: { kind: 'user', agent, key: messageKey(id), answers: null },
        before: typeof before === 'string' ? before : null,
      })
    : O.none
}

const infoOf = (message: unknown): Readonly<Record<string, unknown>> => fieldsOf(fieldsOf(message)['info'])

const isUserMessage = (message: unknown): boolean => infoOf(message)['role'] === 'user'
