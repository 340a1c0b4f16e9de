import { separate } from 'fp-ts/lib/Array.js'
import * as E from 'fp-ts/lib/Either.js'
import { textOf } from '../../Fields.js'
import { isTime } from '../StoreSession.js'
import { needsAsker, type StoreAnswer, storeTurns } from '../storeTurns.js'
import { toolCall } from '../toolCalls.js'
import { markOf, switchingMessages, turnSwitches, type Writer } from '../turnSwitches.js'
import type { Database } from './Database.js'
import { hasTables, lastChange, type SessionTables } from './SessionTables.js'

const sessionColumns = ['parent_id', 'title', 'directory', 'time_created']
const sessionById = 'SELECT * FROM session WHERE id = given()'

type SessionRow = readonly [parentId: string | null, title: string | null, folder: string | null, createdAt: number]

/*
 * Of these queries each function over `data` costs as much as reading the row, so that each is asked once. What is no JSON is told
 * apart first: of it SQLite makes an error that ends the whole query. What is JSON and no object has no field, and so no role or type.
 */
const role = "CASE WHEN json_valid(data) THEN data ->> '$.role' END"
const messageColumns = [
  'id',
  'time_created',
  "CASE WHEN role = 'assistant' THEN json_extract(data, '$.agent', '$.mode', '$.parentID', '$.time.completed', '$.summary') END",
  "CASE WHEN role = 'assistant' THEN json_type(data, '$.error') IS NOT NULL END",
]
/** What was asked says nothing that is not asked for by its id. The limit is none: without one SQLite asks for the role again wherever it is named. */
const answersOfSession = `
  SELECT * FROM (
    SELECT id, time_created, data, ${role} AS role FROM message WHERE session_id = given() ORDER BY time_created, id LIMIT -1
  )
  WHERE coalesce(role, 'assistant') = 'assistant' OR typeof(time_created) <> 'integer' OR abs(time_created) > 8.64e15`

/** Without fields where it is no answer, or no JSON. */
type MessageRow = readonly [
  id: string,
  createdAt: unknown,
  fields: readonly [agent: unknown, mode: unknown, parentId: unknown, completed: unknown, summary: unknown] | null,
  isFailed: number | null,
]

const askedColumns = ['id', "CASE WHEN json_valid(data) AND data ->> '$.role' = 'user' THEN data ->> '$.agent' END"]
const askedMessages = 'SELECT * FROM message WHERE id IN (SELECT value FROM json_each(given()))'

type AskedRow = readonly [id: string, agent: unknown]

/** Every part has a type. */
const partType = "CASE WHEN json_valid(data) THEN data ->> '$.type' END"
const partColumns = ['message_id', `${partType} IS NOT NULL`]
const partsOfSession = `
  SELECT * FROM part WHERE session_id = given() AND coalesce(${partType}, 'step-start') = 'step-start'`

type PartRow = readonly [messageId: string, isReadable: number]

const textColumns = ['message_id', 'text']
const textsOfMessages = `
  SELECT message_id, CASE WHEN ${partType} = 'text' THEN data ->> '$.text' END AS text FROM part
  WHERE message_id IN (SELECT value FROM json_each(given())) ORDER BY message_id, id`

type TextRow = readonly [messageId: string, text: unknown]

const callColumns = ["data ->> '$.tool'", "data ->> '$.state.status'", "json(data -> '$.state.input')"]
const callsOfMessage = `SELECT * FROM part WHERE message_id = given() AND ${partType} = 'tool' ORDER BY id`

type CallRow = readonly [tool: unknown, status: unknown, input: unknown]

/*
 * Who wrote what a user said: a part that is marked as synthetic was not typed. One that the harness writes itself, to go on after a
 * compaction, is marked as such too, and takes over the agent that was selected.
 */
const writtenColumns = ['id', 'at', 'isSynthetic = 1 AND goesOn = 0', 'keys']
const writtenMessages = `
  SELECT id, min(at) AS at, min(coalesce(json_type(data, '$.synthetic') = 'true', 0)) AS isSynthetic,
    max(data -> '$.metadata.compaction_continue' IS NOT NULL) AS goesOn,
    group_concat((SELECT group_concat(key) FROM json_each(data, '$.metadata'))) AS keys
  FROM (
    SELECT message.id AS id, message.time_created AS at, CASE WHEN json_valid(part.data) THEN part.data END AS data
    FROM part JOIN message ON message.id = part.message_id WHERE message.id IN (SELECT value FROM json_each(given()))
  )
  WHERE data ->> '$.type' = 'text' GROUP BY id`

type WrittenRow = readonly [id: string, at: unknown, isWritten: number, keys: string | null]

/** The tables of the harness 1.x: `session`, `message`, `part`; `null` where they are not there. */
export const sessionTables1 = (db: Database): SessionTables | null => {
  if (!hasTables(db, ['session', 'message', 'part'])) return null
  return {
    ...lastChange(db, 'session'),
    read: (id) => {
      const [row] = db.rows<SessionRow>(sessionColumns, sessionById, id)
      if (row === undefined) return null
      const [parentId, title, folder, createdAt] = row
      const { left: unread, right: answers } = separate(
        db.rows<MessageRow>(messageColumns, answersOfSession, id).map(answerOf),
      )
      const parts = db.rows<PartRow>(partColumns, partsOfSession, id)
      const reached = new Set(parts.flatMap(([messageId, isReadable]) => (isReadable === 1 ? [messageId] : [])))
      const unreadParts = parts.flatMap(([messageId, isReadable]) => (isReadable === 1 ? [] : [messageId]))
      const turns = storeTurns(answers, {
        askedBy: askingAgents(db, answers),
        texts: summaryTexts(db, answers),
        reached,
      })
      return {
        id,
        parentId,
        title,
        folder,
        createdAt,
        turns,
        switches: turnSwitches(turns, writersOf(db, switchingMessages(turns))),
        unreadable: [...new Set([...unread, ...unreadParts])],
      }
    },
    callsOf: (messageId) =>
      db
        .rows<CallRow>(callColumns, callsOfMessage, messageId)
        .map(([tool, status, input]) => toolCall({ tool, status, input })),
  }
}

/** Who wrote messages. */
const writersOf = (db: Database, messageIds: ReadonlyArray<string>): ReadonlyMap<string, Writer> =>
  messageIds.length === 0
    ? new Map()
    : new Map(
        db
          .rows<WrittenRow>(writtenColumns, writtenMessages, JSON.stringify(messageIds))
          .map(([id, at, isWritten, keys]) => [
            id,
            { at: isTime(at) ? at : null, mark: isWritten === 1 ? markOf(keys?.split(',') ?? []) : null },
          ]),
      )

/** The agents of the messages that were answered, where the answer does not tell its own. */
const askingAgents = (db: Database, answers: ReadonlyArray<StoreAnswer>): ReadonlyMap<string, string | null> => {
  const wanted = answers.flatMap((answer) => (needsAsker(answer) ? (answer.parentId ?? []) : []))
  if (wanted.length === 0) return new Map()
  return new Map(
    db
      .rows<AskedRow>(askedColumns, askedMessages, JSON.stringify(wanted))
      .map(([id, agent]) => [id, textOf(agent)] as const),
  )
}

/** The texts of summaries. No other text is read. */
const summaryTexts = (db: Database, answers: ReadonlyArray<StoreAnswer>): ReadonlyMap<string, string> => {
  const wanted = answers.flatMap(({ id, isSummary }) => (isSummary ? [id] : []))
  const texts = new Map<string, string>()
  if (wanted.length === 0) return texts
  for (const [id, text] of db.rows<TextRow>(textColumns, textsOfMessages, JSON.stringify(wanted)))
    texts.set(id, `${texts.has(id) ? `${texts.get(id)}\n` : ''}${textOf(text) ?? ''}`)
  return texts
}

/** Left: the id of a message that is not what the harness writes. */
const answerOf = ([id, createdAt, fields, isFailed]: MessageRow): E.Either<string, StoreAnswer> => {
  if (fields === null || !isTime(createdAt)) return E.left(id)
  const [agent, mode, parentId, completed, summary] = fields
  return E.right({
    id,
    createdAt,
    agent: textOf(agent) ?? textOf(mode),
    parentId: textOf(parentId),
    isSummary: summary === true,
    isOpen: completed === null && isFailed === 0,
  })
}
