import { separate } from 'fp-ts/lib/Array.js'
import type { Either } from 'fp-ts/lib/Either.js'
import * as E from 'fp-ts/lib/Either.js'
import { type Fields, fieldsOf, textOf } from '../Fields.js'
import { isTime, type StoreSession, type StoreTurn, type ToolCall } from './StoreSession.js'
import { stepSwitches, type StoreMessage2, storeMessage2, storeSteps } from './storeSteps.js'
import { type StoreAnswer, storeTurns } from './storeTurns.js'
import { toolCalls } from './toolCalls.js'
import { markOf, turnSwitches, type Writer } from './turnSwitches.js'

/*
 * The export of one session: what `opencode export` of the harness 1.x wrote, or what 2.x answers where its export is asked for. It is
 * decoded piece by piece, since all messages at once may be more than the memory holds.
 */

/** What an export says of its session beside the messages. */
export interface ExportInfo extends Pick<StoreSession, 'id' | 'parentId' | 'title' | 'folder' | 'createdAt'> {
  /** Whether it has the form of the harness 2.x, which alone says where a session is in an object. */
  readonly isSecond: boolean
  /** The agent that is selected (2.x). */
  readonly agent: string | null
  readonly isFork: boolean
}

/** Reads `info` of an export. Left: what is not as it should be. */
export const decodeExportInfo = (info: unknown): Either<string, ExportInfo> => {
  const { id, parentID, title, directory, location, agent, fork, time } = fieldsOf(info)
  const { created } = fieldsOf(time)
  if (typeof id !== 'string') return E.left('info.id: expected a session id')
  if (!isTime(created)) return E.left('info.time.created: expected a time')
  return E.right({
    id,
    parentId: textOf(parentID),
    title: textOf(title),
    folder: textOf(directory) ?? textOf(fieldsOf(location)['directory']),
    createdAt: created,
    isSecond: location !== undefined,
    agent: textOf(agent),
    isFork: fork !== undefined && fork !== null,
  })
}

/** Whether a message has the form of the harness 1.x, which alone wraps each. */
export const isWrapped = (message: unknown): boolean => fieldsOf(message)['info'] !== undefined

/** A message of an export, as far as the audit looks at it. Left: the id of one that cannot be read, where it tells one. */
export type ExportMessage = Either<string | null, ExportMessage1 | StoreMessage2>

/** The calls of tools of a message of an export of either form. */
export const exportCalls = (message: unknown): ReadonlyArray<ToolCall> => {
  const { parts, content } = fieldsOf(message)
  return toolCalls(parts ?? content)
}

/** Reads a message of an export of either form. */
export const decodeExportMessage = (message: unknown, isSecond: boolean): ExportMessage =>
  isSecond ? decodeMessage2(message) : decodeMessage(message)

/** The session of an export, from its messages in their order. */
export const exportSession = (
  { isSecond, agent, isFork, ...common }: ExportInfo,
  messages: ReadonlyArray<ExportMessage>,
): StoreSession => {
  const { left: unreadable, right } = separate([...messages])
  if (isSecond) {
    const steps = right.filter(isOfSecond)
    const turns = storeSteps(steps, { agent, isFork })
    return { ...common, turns, switches: stepSwitches(steps, { isFork }), unreadable }
  }
  const first = right.filter(isOfFirst)
  const turns = turnsOf(first)
  const switches = turnSwitches(turns, new Map(first.map(({ id, writer }) => [id, writer])))
  return { ...common, turns, switches, unreadable }
}

const isOfFirst = (message: ExportMessage1 | StoreMessage2): message is ExportMessage1 => 'role' in message
const isOfSecond = (message: ExportMessage1 | StoreMessage2): message is StoreMessage2 => !isOfFirst(message)

/** A message of an export of the harness 1.x. */
interface ExportMessage1 extends StoreAnswer {
  readonly role: string
  readonly hasStep: boolean
  /** Of a summary. */
  readonly text: string
  readonly writer: Writer
}

/** Left: the id of a message that cannot be read, where it tells one. */
const decodeMessage = (json: unknown): Either<string | null, ExportMessage1> => {
  const { info, parts } = fieldsOf(json)
  // Older harnesses name the agent of an answer `mode`.
  const { id: given, role, agent, mode, parentID, summary, error, time } = fieldsOf(info)
  const id = textOf(given)
  const { created, completed } = fieldsOf(time)
  if (id === null || !isTime(created) || typeof role !== 'string') return E.left(id)
  const pieces = Array.isArray(parts) ? parts.map((part: unknown): Fields => fieldsOf(part)) : []
  return E.right({
    id,
    createdAt: created,
    role,
    agent: textOf(agent) ?? (role === 'assistant' ? textOf(mode) : null),
    parentId: textOf(parentID),
    isSummary: summary === true,
    isOpen: completed === undefined && error === undefined,
    hasStep: pieces.some(({ type }) => type === 'step-start'),
    text: summary === true ? pieces.map(proseOf).join('\n') : '',
    writer: { at: created, mark: writtenMark(pieces.filter(({ type }) => type === 'text')) },
  })
}

/** The mark of a message that no person typed. What the harness writes to go on after a compaction takes over the agent that was selected. */
const writtenMark = (texts: ReadonlyArray<Fields>): string | null => {
  const keys = texts.flatMap(({ metadata }) => Object.keys(fieldsOf(metadata)))
  const isWritten = texts.length > 0 && texts.every(({ synthetic }) => synthetic === true)
  return isWritten && !keys.includes('compaction_continue') ? markOf(keys) : null
}

const turnsOf = (messages: ReadonlyArray<ExportMessage1>): ReadonlyArray<StoreTurn> => {
  const answers = messages.filter(({ role }) => role === 'assistant')
  return storeTurns(answers, {
    askedBy: new Map(messages.filter(({ role }) => role === 'user').map(({ id, agent }) => [id, agent])),
    texts: new Map(answers.map(({ id, text }) => [id, text])),
    reached: new Set(answers.filter(({ hasStep }) => hasStep).map(({ id }) => id)),
  })
}

const proseOf = (part: Fields): string => (part['type'] === 'text' ? (textOf(part['text']) ?? '') : '')

const decodeMessage2 = (json: unknown): Either<string | null, StoreMessage2> => {
  const { id: given, type, agent, previous, metadata, status, summary, content, finish, error, time } = fieldsOf(json)
  const id = textOf(given)
  const { created, streamed, completed } = fieldsOf(time)
  if (id === null || !isTime(created) || typeof type !== 'string') return E.left(id)
  return E.right(
    storeMessage2(
      {
        id,
        createdAt: created,
        type,
        agent,
        previous,
        metadata: type === 'agent-switched' ? Object.keys(fieldsOf(metadata)) : [],
        status,
        summary,
      },
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
