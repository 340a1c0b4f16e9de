import { separate } from 'fp-ts/lib/Array.js'
import * as E from 'fp-ts/lib/Either.js'
import { groupBy } from 'fp-ts/lib/NonEmptyArray.js'
import { isTime } from '../StoreSession.js'
import { type StoreMessage, storeTurns } from '../storeTurns.js'
import type { Database } from './Database.js'
import { hasTables, isObject, lastChange, type SessionTables } from './SessionTables.js'

const sessionById =
  'SELECT parent_id AS parentId, title, directory AS folder, time_created AS createdAt FROM session WHERE id = given()'

const messageColumns = [
  'id',
  'createdAt',
  'role',
  'agent',
  'mode',
  'parentID',
  'summary',
  'completed',
  'failed',
] as const

const messagesOfSession = `
  SELECT id, time_created AS createdAt,
    data ->> '$.role' AS role, data ->> '$.agent' AS agent, data ->> '$.mode' AS mode, data ->> '$.parentID' AS parentID,
    json_type(data, '$.summary') = 'true' AS summary, data ->> '$.time.completed' AS completed, json_type(data, '$.error') IS NOT NULL AS failed
  FROM (SELECT id, time_created, CASE WHEN ${isObject('data')} THEN data END AS data FROM message WHERE session_id = given())`

const partsOfSession = `
  SELECT messageId, id AS partId, part ->> '$.type' AS type,
    CASE WHEN part ->> '$.type' = 'text' AND json_type(message, '$.summary') = 'true' THEN part ->> '$.text' END AS text
  FROM (
    SELECT part.id AS id, part.message_id AS messageId, CASE WHEN ${isObject('part.data')} THEN part.data END AS part, CASE WHEN ${isObject('message.data')} THEN message.data END AS message
    FROM part JOIN message ON message.id = part.message_id WHERE message.session_id = given()
  )
  WHERE part IS NULL OR part ->> '$.type' IN ('step-start', 'text')`

interface MessageRow {
  readonly id: string
  readonly createdAt: number
  /** `null` where the row cannot be read: every message has a role. */
  readonly role: unknown
  readonly agent: unknown
  readonly mode: unknown
  readonly parentID: unknown
  readonly summary: number | null
  readonly completed: unknown
  readonly failed: number
}

interface PartRow {
  readonly messageId: string
  /** `null` where the row cannot be read: every part has a type. */
  readonly type: string | null
  readonly text: string | null
}

interface SessionRow {
  readonly parentId: string | null
  readonly title: string | null
  readonly folder: string | null
  readonly createdAt: number
}

/** The tables of the harness 1.x: `session`, `message`, `part`; `null` where they are not there. */
export const sessionTables1 = (db: Database): SessionTables | null => {
  if (!hasTables(db, ['session', 'message', 'part'])) return null
  return {
    ...lastChange(db, 'session'),
    read: (id) => {
      const [row] = db.rows<SessionRow>(['parentId', 'title', 'folder', 'createdAt'], sessionById, { given: id })
      if (row === undefined) return null
      const { right: rows, left: unread } = separate(
        db
          .rows<MessageRow>(messageColumns, messagesOfSession, { given: id, orderBy: 'createdAt, id' })
          .map(E.fromPredicate(isReadable, (message) => message.id)),
      )
      const { right: partRows, left: unreadParts } = separate(
        db
          .rows<PartRow>(['messageId', 'type', 'text'], partsOfSession, { given: id, orderBy: 'messageId, partId' })
          .map(
            E.fromPredicate(
              ({ type }) => type !== null,
              ({ messageId }) => messageId,
            ),
          ),
      )
      const partsOf = groupBy(({ messageId }: PartRow) => messageId)(partRows)
      return {
        id,
        ...row,
        turns: storeTurns(rows.map((message) => messageOf(message, partsOf[message.id] ?? []))),
        unreadable: [...new Set([...unread, ...unreadParts])],
      }
    },
  }
}

const isReadable = ({ role, createdAt }: MessageRow): boolean => role !== null && isTime(createdAt)

const messageOf = (
  { id, createdAt, role, agent, mode, parentID, summary, completed, failed }: MessageRow,
  parts: ReadonlyArray<PartRow>,
): StoreMessage => ({
  id,
  createdAt,
  info: {
    role,
    agent,
    mode,
    parentID,
    summary: summary === 1,
    time: { completed: completed ?? undefined },
    error: failed === 1 ? true : undefined,
  },
  parts: parts.map(({ type, text }) => ({ type, text })),
})
