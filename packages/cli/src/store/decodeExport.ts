import { separate } from 'fp-ts/lib/Array.js'
import type { Either } from 'fp-ts/lib/Either.js'
import * as E from 'fp-ts/lib/Either.js'
import { type Fields, fieldsOf, textOf } from '../Fields.js'
import { isTime, type StoreSession, type StoreTurn } from './StoreSession.js'
import { type StoreMessage2, storeMessage2, storeSteps } from './storeSteps.js'
import { type StoreAnswer, storeTurns } from './storeTurns.js'

/**
 * Reads the export of one session: what `opencode export` of the harness 1.x wrote, or what 2.x answers where its export is asked for, as
 * it stands or in its envelope (`data`). A list of such documents is taken as well. Left: what is not as it should be.
 */
export const decodeExport = (json: unknown): Either<string, ReadonlyArray<StoreSession>> => {
  const sessions = (Array.isArray(json) ? json : [json]).map((session) =>
    decodeSession(fieldsOf(session)['data'] ?? session),
  )
  const [wrong] = sessions.filter(E.isLeft)
  return wrong ?? E.right(sessions.filter(E.isRight).map(({ right }) => right))
}

const decodeSession = (json: unknown): Either<string, StoreSession> => {
  const { info, messages } = fieldsOf(json)
  const { id, parentID, title, directory, location, agent, fork, time } = fieldsOf(info)
  const { created } = fieldsOf(time)
  if (typeof id !== 'string') return E.left('info.id: expected a session id')
  if (!isTime(created)) return E.left('info.time.created: expected a time')
  if (!Array.isArray(messages)) return E.left('messages: expected a list')
  const common = {
    id,
    parentId: textOf(parentID),
    title: textOf(title),
    folder: textOf(directory) ?? textOf(fieldsOf(location)['directory']),
    createdAt: created,
  }
  // Only the first generation wraps each message, and only the second says where a session is in an object.
  if (location === undefined || messages.some((message) => fieldsOf(message)['info'] !== undefined)) {
    const { left: unreadable, right } = separate(messages.map(decodeMessage))
    return E.right({ ...common, turns: turnsOf(right), unreadable })
  }
  const { left: unreadable, right } = separate(messages.map(decodeMessage2))
  return E.right({
    ...common,
    turns: storeSteps(right, { agent: textOf(agent), isFork: fork !== undefined && fork !== null }),
    unreadable,
  })
}

/** A message of an export of the harness 1.x. */
interface ExportMessage extends StoreAnswer {
  readonly role: string
  readonly parts: ReadonlyArray<Fields>
}

/** Left: the id of a message that cannot be read, where it tells one. */
const decodeMessage = (json: unknown): Either<string | null, ExportMessage> => {
  const { info, parts } = fieldsOf(json)
  // Older harnesses name the agent of an answer `mode`.
  const { id: given, role, agent, mode, parentID, summary, error, time } = fieldsOf(info)
  const id = textOf(given)
  const { created, completed } = fieldsOf(time)
  if (id === null || !isTime(created) || typeof role !== 'string') return E.left(id)
  return E.right({
    id,
    createdAt: created,
    role,
    agent: textOf(agent) ?? (role === 'assistant' ? textOf(mode) : null),
    parentId: textOf(parentID),
    isSummary: summary === true,
    isOpen: completed === undefined && error === undefined,
    parts: Array.isArray(parts) ? parts.map((part: unknown): Fields => fieldsOf(part)) : [],
  })
}

const turnsOf = (messages: ReadonlyArray<ExportMessage>): ReadonlyArray<StoreTurn> => {
  const answers = messages.filter(({ role }) => role === 'assistant')
  return storeTurns(answers, {
    askedBy: new Map(messages.filter(({ role }) => role === 'user').map(({ id, agent }) => [id, agent])),
    texts: new Map(answers.filter(({ isSummary }) => isSummary).map(({ id, parts }) => [id, parts.map(proseOf).join('\n')])),
    reached: new Set(
      answers.filter(({ parts }) => parts.some(({ type }) => type === 'step-start')).map(({ id }) => id),
    ),
  })
}

const proseOf = (part: Fields): string => (part['type'] === 'text' ? (textOf(part['text']) ?? '') : '')

const decodeMessage2 = (json: unknown): Either<string | null, StoreMessage2> => {
  const { id: given, type, agent, previous, status, summary, content, finish, error, time } = fieldsOf(json)
  const id = textOf(given)
  const { created, streamed, completed } = fieldsOf(time)
  if (id === null || !isTime(created) || typeof type !== 'string') return E.left(id)
  return E.right(
    storeMessage2(
      { id, createdAt: created, type, agent, previous, status, summary },
      {
        hasStreamed: streamed !== undefined,
        isCompleted: completed !== undefined,
        hasFinish: finish !== undefined,
        isFailed: error !== undefined && error !== null,
        pieces: Array.isArray(content) ? content.length : 0,
      },
    ),
  )
}
