import * as E from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { StoreSession } from '../model/StoreSession.js'
import { fieldsOf, type StoreMessage, storeTurns } from './storeTurns.js'

/** Reads what `opencode export` wrote: one session. A list of such documents is taken as well. Left: what is not as it should be. */
export const decodeExport = (json: unknown): Either<string, ReadonlyArray<StoreSession>> => {
  const sessions = (Array.isArray(json) ? json : [json]).map(decodeSession)
  const [wrong] = sessions.filter(E.isLeft)
  return wrong ?? E.right(sessions.filter(E.isRight).map(({ right }) => right))
}

const decodeSession = (json: unknown): Either<string, StoreSession> => {
  const { info, messages } = fieldsOf(json)
  const { id, parentID, time } = fieldsOf(info)
  const { created } = fieldsOf(time)
  if (typeof id !== 'string') return E.left('info.id: expected a session id')
  if (typeof created !== 'number') return E.left('info.time.created: expected a time')
  if (!Array.isArray(messages)) return E.left('messages: expected a list')
  return E.right({ id, parentId: typeof parentID === 'string' ? parentID : null, createdAt: created, turns: storeTurns(messages.flatMap(decodeMessage)) })
}

const decodeMessage = (json: unknown): ReadonlyArray<StoreMessage> => {
  const { info: given, parts } = fieldsOf(json)
  const info = fieldsOf(given)
  const { created } = fieldsOf(info['time'])
  return typeof info['id'] === 'string' && typeof created === 'number'
    ? [{ id: info['id'], createdAt: created, info, parts: Array.isArray(parts) ? parts.map(fieldsOf) : [] }]
    : []
}
