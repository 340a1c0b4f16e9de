import * as E from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { StoreSession } from '../model/StoreSession.js'
import { isTime } from './isTime.js'
import { type Fields, fieldsOf, type LedgerFinder, type StoreMessage, storeTurns } from './storeTurns.js'

/** Reads what `opencode export` wrote: one session. A list of such documents is taken as well. Left: what is not as it should be. */
export const decodeExport = (json: unknown, ledgersNamed: LedgerFinder): Either<string, ReadonlyArray<StoreSession>> => {
  const sessions = (Array.isArray(json) ? json : [json]).map((session) => decodeSession(session, ledgersNamed))
  const [wrong] = sessions.filter(E.isLeft)
  return wrong ?? E.right(sessions.filter(E.isRight).map(({ right }) => right))
}

const decodeSession = (json: unknown, ledgersNamed: LedgerFinder): Either<string, StoreSession> => {
  const { info, messages } = fieldsOf(json)
  const { id, parentID, title, directory, time } = fieldsOf(info)
  const { created } = fieldsOf(time)
  if (typeof id !== 'string') return E.left('info.id: expected a session id')
  if (!isTime(created)) return E.left('info.time.created: expected a time')
  if (!Array.isArray(messages)) return E.left('messages: expected a list')
  const decoded = messages.map(decodeMessage)
  return E.right({
    id,
    parentId: typeof parentID === 'string' ? parentID : null,
    title: typeof title === 'string' ? title : null,
    folder: typeof directory === 'string' ? directory : null,
    createdAt: created,
    turns: storeTurns(decoded.flatMap((message) => ('unreadable' in message ? [] : [message])), ledgersNamed),
    unreadable: decoded.flatMap((message) => ('unreadable' in message ? [message.unreadable] : [])),
  })
}

const decodeMessage = (json: unknown): StoreMessage | { readonly unreadable: string | null } => {
  const { info: given, parts } = fieldsOf(json)
  const info = fieldsOf(given)
  const id = typeof info['id'] === 'string' ? info['id'] : null
  const { created } = fieldsOf(info['time'])
  if (id === null || !isTime(created) || typeof info['role'] !== 'string') return { unreadable: id }
  return { id, createdAt: created, info, parts: Array.isArray(parts) ? parts.map((part: unknown): Fields => fieldsOf(part)) : [] }
}
