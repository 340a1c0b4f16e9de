import { separate } from 'fp-ts/lib/Array.js'
import * as E from 'fp-ts/lib/Either.js'
import { isTime } from '../StoreSession.js'
import { stepSwitches, type StoreMessage2, storeMessage2, storeSteps } from '../storeSteps.js'
import { toolCall } from '../toolCalls.js'
import type { Database } from './Database.js'
import { hasTables, isObject, lastChange, type SessionTables } from './SessionTables.js'

const sessionColumns = ['parent_id', 'title', 'directory', 'time_created', 'fork_session_id', 'agent']
const sessionById = 'SELECT * FROM session_v2 WHERE id = given()'

type SessionRow = readonly [
  parentId: string | null,
  title: string | null,
  folder: string | null,
  createdAt: number,
  forkOf: string | null,
  agent: string | null,
]

const messageColumns = [
  'id',
  'time_created',
  'type',
  isObject('data'),
  // What people say and what the harness tells them says nothing here but that it is there.
  `CASE WHEN ${isObject('data')} AND type IN ('assistant', 'compaction', 'agent-switched') THEN json_array(
    json_extract(data, '$.agent', '$.previous', '$.status', '$.time.streamed', '$.time.completed', '$.finish'),
    json(CASE WHEN type = 'agent-switched' THEN (SELECT json_group_array(key) FROM json_each(data, '$.metadata')) ELSE '[]' END),
    CASE WHEN type = 'compaction' THEN data ->> '$.summary' END,
    coalesce(json_type(data, '$.error'), 'null') <> 'null', json_array_length(data, '$.content')) END`,
]
const messagesOfSession = 'SELECT * FROM session_message WHERE session_id = given() ORDER BY seq'

type MessageRow = readonly [
  id: string,
  createdAt: unknown,
  type: string,
  isReadable: number,
  data:
    | readonly [
        fields: readonly [
          agent: unknown,
          previous: unknown,
          status: unknown,
          streamed: unknown,
          completed: unknown,
          finish: unknown,
        ],
        metadata: ReadonlyArray<string>,
        summary: unknown,
        isFailed: number,
        pieces: number | null,
      ]
    | null,
]

const callColumns = ["value ->> '$.name'", "value ->> '$.state.status'", "json(value -> '$.state.input')"]
const callsOfMessage = `
  SELECT value FROM session_message, json_each(CASE WHEN json_valid(data) THEN data ELSE '{}' END, '$.content')
  WHERE session_message.id = given() AND json_each.type = 'object' AND value ->> '$.type' = 'tool'`

type CallRow = readonly [tool: unknown, status: unknown, input: unknown]

/** The tables of the harness 2.x: `session_v2`, `session_message`; `null` where they are not there. */
export const sessionTables2 = (db: Database): SessionTables | null => {
  if (!hasTables(db, ['session_v2', 'session_message'])) return null
  return {
    ...lastChange(db, 'session_v2'),
    read: (id) => {
      const [row] = db.rows<SessionRow>(sessionColumns, sessionById, id)
      if (row === undefined) return null
      const [parentId, title, folder, createdAt, forkOf, agent] = row
      const { left: unreadable, right } = separate(
        db.rows<MessageRow>(messageColumns, messagesOfSession, id).map(messageOf),
      )
      const facts = { agent, isFork: forkOf !== null }
      const turns = storeSteps(right, facts)
      return { id, parentId, title, folder, createdAt, turns, switches: stepSwitches(right, facts), unreadable }
    },
    callsOf: (messageId) =>
      db
        .rows<CallRow>(callColumns, callsOfMessage, messageId)
        .map(([tool, status, input]) => toolCall({ tool, status, input })),
  }
}

const noData: NonNullable<MessageRow[4]> = [[null, null, null, null, null, null], [], null, 0, null]

/** Left: the id of a message that is not what the harness writes. */
const messageOf = ([id, createdAt, type, isReadable, data]: MessageRow): E.Either<string, StoreMessage2> => {
  if (isReadable !== 1 || !isTime(createdAt)) return E.left(id)
  const [[agent, previous, status, streamed, completed, finish], metadata, summary, isFailed, pieces] = data ?? noData
  return E.right(
    storeMessage2(
      { id, createdAt, type, agent, previous, metadata, status, summary },
      {
        hasStreamed: streamed !== null,
        isCompleted: completed !== null,
        hasFinish: finish !== null,
        isFailed: isFailed === 1,
        pieces: pieces ?? 0,
      },
    ),
  )
}
