import type { SessionInfo } from '@active-mode/core'
import { fieldsOf, isText } from '../environment/foreign.js'

/** The kinds of requests that carry a block. `generate` is a request beside the turns: `session.generate`, and the cache warmer. */
export type Kind = 'primary' | 'generate'

export const isKind = (u: unknown): u is Kind => u === 'primary' || u === 'generate'

/** What a hook of the harness 2.x says of a request. */
export interface RequestNamed {
  readonly sessionId: string
  /** The agent that the hook names; `null` where it names none that can be used. */
  readonly agent: string | null
}

/** Stands for the session of a request that names none. Its agent is named all the same, so it is decided. */
export const nameless = ''

/** The session and the agent that a hook's event names. */
export const requestNamed = (event: unknown): RequestNamed => {
  const { sessionID, agent } = fieldsOf(event)
  return { sessionId: typeof sessionID === 'string' ? sessionID : nameless, agent: isText(agent) ? agent : null }
}

/**
 * What `context` and `generate` say of their very request. A missing agent is no default agent. Where `isForged`, some plugin was seen
 * to write another agent there than the request's, so it is not believed.
 */
export const sessionInfoOf = (sessionId: string, event: unknown, isForged: boolean): SessionInfo => {
  const { agent } = fieldsOf(event)
  if (!isForged && isText(agent)) return { _tag: 'request', sessionId, agent }
  return {
    _tag: 'unknown',
    sessionId,
    failure:
      !isForged && (agent === undefined || agent === null)
        ? { _tag: 'no-agent' }
        : { _tag: 'malformed', paths: ['event.agent'] },
  }
}
