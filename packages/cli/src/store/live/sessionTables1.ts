import { separate } from 'fp-ts/lib/Array.js'
import * as E from 'fp-ts/lib/Either.js'
import { textOf } from '../../Fields.js'
import { isTime } from '../StoreSession.js'
import { type StoreMessage, storeTurns } from '../storeTurns.js'
import type { Database } from './Database.js'
import { hasTables, isObject, lastChange, type SessionTables } from './SessionTables.js'

const sessionColumns = ['parent_id', 'title', 'directory', 'time_created']
const sessionById = 'SELECT * FROM session WHERE id = given()'

type SessionRow = readonly [parentId: string | null, title: string | null, folder: string | null, createdAt: number]

const messageColumns = [
  'id',
  'time_created',
  `CASE WHEN ${isObject('data')} THEN json_array(
    json_extract(data, '$.role', '$.agent', '$.mode', '$.parentID', '$.time.completed'),
    json_type(data, '$.summary') = 'true', json_type(data, '$.error') IS NOT NULL) END`,
]
const messagesOfSession = 'SELECT * FROM message WHERE session_id = given() ORDER BY time_created, id'

type MessageRow = readonly [
  id: string,
  createdAt: number,
  /** `null` where the row cannot be read. */
  data:
    | readonly [
        fields: readonly [role: unknown, agent: unknown, mode: unknown, parentId: unknown, completed: unknown],
        isSummary: number | null,
        isFailed: number,
      ]
    | null,
]

/** Every part has a type. */
const partType = `CASE WHEN ${isObject('data')} THEN data ->> '$.type' END`
const partColumns = ['message_id', 'type IS NOT NULL']
const partsOfSession = `
  SELECT * FROM (SELECT message_id, ${partType} AS type FROM part WHERE session_id = given())
  WHERE type IS NULL OR type = 'step-start'`

type PartRow = readonly [messageId: string, isReadable: number]

const textColumns = ['message_id', 'text']
const textsOfMessages = `
  SELECT message_id, CASE WHEN ${partType} = 'text' THEN data ->> '$.text' END AS text FROM part
  WHERE message_id IN (SELECT value FROM json_each(given())) ORDER BY message_id, id`

type TextRow = readonly [messageId: string, text: unknown]

/** The tables of the harness 1.x: `session`, `message`, `part`; `null` where they are not there. */
export const sessionTables1 = (db: Database): SessionTables | null => {
  if (!hasTables(db, ['session', 'message', 'part'])) return null
  return {
    ...lastChange(db, 'session'),
    read: (id) => {
      const [row] = db.rows<SessionRow>(sessionColumns, sessionById, id)
      if (row === undefined) return null
      const [parentId, title, folder, createdAt] = row
      const { left: unread, right: messages } = separate(
        db.rows<MessageRow>(messageColumns, messagesOfSession, id).map(messageOf),
      )
      const parts = db.rows<PartRow>(partColumns, partsOfSession, id)
      const reached = new Set(parts.filter(([, isReadable]) => isReadable === 1).map(([messageId]) => messageId))
      const unreadParts = parts.filter(([, isReadable]) => isReadable === 0).map(([messageId]) => messageId)
      const textsOf = summaryTexts(
        db,
        messages.filter(({ isSummary }) => isSummary).map((message) => message.id),
      )
      return {
        id,
        parentId,
        title,
        folder,
        createdAt,
        turns: storeTurns(messages, (messageId) => ({
          hasStep: reached.has(messageId),
          text: textsOf.get(messageId) ?? '',
        })),
        unreadable: [...new Set([...unread, ...unreadParts])],
      }
    },
  }
}

/** The texts of summaries. No other text is read. */
const summaryTexts = (db: Database, messageIds: ReadonlyArray<string>): ReadonlyMap<string, string> => {
  const texts = new Map<string, string>()
  if (messageIds.length === 0) return texts
  for (const [messageId, text] of db.rows<TextRow>(textColumns, textsOfMessages, JSON.stringify(messageIds)))
    texts.set(messageId, [...(texts.has(messageId) ? [texts.get(messageId)] : []), textOf(text) ?? ''].join('\n'))
  return texts
}

/** Left: the id of a message that is not what the harness writes: every message has a role. */
const messageOf = ([id, createdAt, data]: MessageRow): E.Either<string, StoreMessage> => {
  if (data === null || !isTime(createdAt)) return E.left(id)
  const [[role, agent, mode, parentId, completed], isSummary, isFailed] = data
  if (role === null) return E.left(id)
  return E.right({
    id,
    createdAt,
    role,
    agent: textOf(agent),
    mode: textOf(mode),
    parentId: textOf(parentId),
    isSummary: isSummary === 1,
    isOpen: completed === null && isFailed === 0,
  })
}
