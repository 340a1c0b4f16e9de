import { SessionInfo } from '@active-mode/core'
import { fieldsOf } from '../environment/answer.js'

/** Session info of the harness 1.x as the core knows it. Absence of an agent is no default: it is the failure `no-agent`. */
export const sessionInfoOf = (sessionId: string, data: unknown): SessionInfo => {
  const { id, agent } = fieldsOf(data)
  if (id !== sessionId) return SessionInfo.unknown(sessionId, { _tag: 'malformed', paths: ['id'] })
  if (agent === undefined || agent === null) return SessionInfo.unknown(sessionId, { _tag: 'no-agent' })
  return typeof agent === 'string' && agent !== ''
    ? SessionInfo.known(sessionId, agent)
    : SessionInfo.unknown(sessionId, { _tag: 'malformed', paths: ['agent'] })
}
