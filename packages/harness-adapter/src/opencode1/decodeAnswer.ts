import type { Either } from 'fp-ts/lib/Either.js'
import * as E from 'fp-ts/lib/Either.js'
import { type CallFailed, SessionInfo } from '@active-mode/core'
import { fieldsOf, isText } from '../environment/foreign.js'

/**
 * The data of an answer of the harness's client. The client does not throw for an error status: success is a `data` key that
 * holds something. A missing `error` proves nothing, since with a wrong password it is an empty object.
 */
export const decodeAnswer = (answer: unknown): Either<CallFailed, unknown> => {
  const { data, error, response } = fieldsOf(answer)
  return data !== undefined && data !== null
    ? E.right(data)
    : E.left({ _tag: 'call-failed', status: statusOf(response), code: codeOf(error) })
}

/** A call that threw, by the name of its error. The message may hold a path or a secret, so it stays out. */
export const thrown = (error: unknown): CallFailed => ({ _tag: 'call-failed', status: null, code: codeOf(error) })

const statusOf = (response: unknown): number | null => {
  const { status } = fieldsOf(response)
  return typeof status === 'number' && Number.isSafeInteger(status) ? status : null
}

const codeOf = (error: unknown): string => {
  const { name, code } = fieldsOf(error)
  return [code, name].find(isWord) ?? 'no-data'
}

const isWord = (u: unknown): u is string => typeof u === 'string' && /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/.test(u)

/** Session info of the harness 1.x. A missing agent is no default agent: it is the failure `no-agent`. */
export const decodeSessionInfo = (sessionId: string, data: unknown): SessionInfo => {
  const { id, agent } = fieldsOf(data)
  if (id !== sessionId) return SessionInfo.unknown(sessionId, { _tag: 'malformed', paths: ['id'] })
  if (agent === undefined || agent === null) return SessionInfo.unknown(sessionId, { _tag: 'no-agent' })
  return isText(agent)
    ? SessionInfo.known(sessionId, agent)
    : SessionInfo.unknown(sessionId, { _tag: 'malformed', paths: ['agent'] })
}

/** Whether the harness knows no session by this id, or takes it for no id at all. Every other failure may be one of a real session. */
export const isRefused = (info: SessionInfo): boolean =>
  info._tag === 'unknown' &&
  info.failure._tag === 'call-failed' &&
  (info.failure.status === 404 || info.failure.status === 500)

/** An agent that the harness keeps for itself (title, compaction, summary), with its prompt. */
export interface OwnAgent {
  readonly name: string
  readonly prompt: string
}

/** The agents that the harness lists: the names of all, and those that it keeps for itself. */
export interface ListedAgents {
  readonly own: ReadonlyArray<OwnAgent>
  readonly names: ReadonlyArray<string>
}

/**
 * The list of agents. The harness's own are those that it hides and marks as `native` (on every recorded version); one without a
 * prompt has an empty one. *Hidden* alone is a person's display setting and proves nothing.
 */
export const decodeAgents = (data: unknown): Either<'no-list', ListedAgents> => {
  if (!Array.isArray(data)) return E.left('no-list')
  const agents = data.map(fieldsOf)
  return E.right({
    own: agents.flatMap(({ name, hidden, native, prompt }) =>
      hidden === true && native === true && typeof name === 'string'
        ? [{ name, prompt: typeof prompt === 'string' ? prompt : '' }]
        : [],
    ),
    names: agents.flatMap(({ name }) => (typeof name === 'string' ? [name] : [])),
  })
}
