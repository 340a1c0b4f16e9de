import { separate } from 'fp-ts/lib/Array.js'
import * as E from 'fp-ts/lib/Either.js'
import { isTime } from '../StoreSession.js'
import { type StoreMessage2, storeMessage2, storeSteps } from '../storeSteps.js'
import type { Database } from './Database.js'
import { hasTables, isObject, lastChange, type SessionTables } from './SessionTables.js'

const sessionColumns = ['parentId', 'title', 'folder', 'createdAt', 'forkOf', 'agent'] as const

const sessionById =
  'SELECT parent_id AS parentId, title, directory AS folder, time_created AS createdAt, fork_session_id AS forkOf, agent FROM session_v2 WHERE id = given()'

const messageColumns = [
  ...(['id', 'createdAt', 'type', 'isReadable', 'agent', 'previous', 'status', 'summary'] as const),
  ...(['streamed', 'completed', 'finish', 'failed', 'pieces'] as const),
]

const messagesOfSession = `
  SELECT id, createdAt, type, data IS NOT NULL AS isReadable,
    data ->> '$.agent' AS agent, data ->> '$.previous' AS previous, data ->> '$.status' AS status,
    CASE WHEN type = 'compaction' THEN data ->> '$.summary' END AS summary,
    data ->> '$.time.streamed' AS streamed, data ->> '$.time.completed' AS completed, data ->> '$.finish' AS finish,
    coalesce(json_type(data, '$.error'), 'null') <> 'null' AS failed, json_array_length(data, '$.content') AS pieces, seq
  FROM (SELECT id, time_created AS createdAt, type, seq, CASE WHEN ${isObject('data')} THEN data END AS data FROM session_message WHERE session_id = given())`

interface MessageRow {
  readonly id: string
  readonly createdAt: unknown
  readonly type: string
  readonly isReadable: number
  readonly agent: unknown
  readonly previous: unknown
  readonly status: unknown
  readonly summary: unknown
  readonly streamed: unknown
  readonly completed: unknown
  readonly finish: unknown
  readonly failed: number
  readonly pieces: number | null
}

interface SessionRow {
  readonly parentId: string | null
  readonly title: string | null
  readonly folder: string | null
  readonly createdAt: number
  readonly forkOf: string | null
  readonly agent: string | null
}

/** The tables of the harness 2.x: `session_v2`, `session_message`; `null` where they are not there. */
export const sessionTables2 = (db: Database): SessionTables | null => {
  if (!hasTables(db, ['session_v2', 'session_message'])) return null
  return {
    ...lastChange(db, 'session_v2'),
    read: (id) => {
      const [row] = db.rows<SessionRow>(sessionColumns, sessionById, { given: id })
      if (row === undefined) return null
      const { forkOf, agent, ...rest } = row
      const { left: unreadable, right } = separate(
        db.rows<MessageRow>(messageColumns, messagesOfSession, { given: id, orderBy: 'seq' }).map(messageOf),
      )
      return { id, ...rest, turns: storeSteps(right, { agent, isFork: forkOf !== null }), unreadable }
    },
  }
}

/** Left: the id of a message that is not what the harness writes. */
const messageOf = ({
  id,
  createdAt,
  type,
  isReadable,
  agent,
  previous,
  status,
  summary,
  streamed,
  completed,
  finish,
  failed,
  pieces,
}: MessageRow): E.Either<string, StoreMessage2> =>
  isReadable === 1 && isTime(createdAt)
    ? E.right(
        storeMessage2(
          { id, createdAt, type, agent, previous, status, summary },
          {
            hasStreamed: streamed !== null,
            isCompleted: completed !== null,
            hasFinish: finish !== null,
            isFailed: failed === 1,
            pieces: pieces ?? 0,
          },
        ),
      )
    : E.left(id)
