import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { decidePosture, encodeDecisionLogLine, encodeRegistryBundle, summarise } from '@active-mode/core'
import { pluginVersion, renderBlock } from '@active-mode/harness-adapter/library'
import { mode, registry } from './samples.js'

/** How much a sample holds: so many sessions, each of so many turns. */
export interface SampleSize {
  readonly sessions: number
  readonly turns: number
}

/** A log as the plugin leaves it, and the same turns as the harness 1.x stores them. */
export interface AuditSample {
  readonly log: string
  readonly store: string
}

const agents = ['ship', 'explore', 'plan', 'build']
const began = Date.UTC(2026, 10, 30)
/** Between two turns, in milliseconds. */
const pace = 4000
/** Of a session. */
const mostTurns = 2000
/** So many turns an agent stays selected. */
const stint = 10
/** Each so many turns the session is compacted. */
const compactedEvery = 50
const summary = 'The ledger is sessions/session-20261130-harbour.md.'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const agentOf = (turn: number): string => agents[Math.floor(turn / stint) % agents.length] ?? ''
/** One session after another, so that the store grows at its end and is written quickly. */
const timeOf = (session: number, turn: number): number => began + (session * mostTurns + turn) * pace

/** The harness's ids: a time, and letters. Those of two sessions differ in their last letters. */
const messageId = (session: number, at: number): string => {
  const counter = (at * 4096) % 2 ** 48
  // In halves: of a number beyond 31 bits the engine makes digits slowly.
  return `msg_${hex(Math.floor(counter / 2 ** 24))}${hex(counter % 2 ** 24)}AbCdEfGh${session.toString(36).padStart(6, '0')}`
}
const hex = (half: number): string => half.toString(16).padStart(6, '0')
const sessionId = (session: number): string => `ses_${(0xffffffffffff - session).toString(16)}AbCdEfGhIjKlMn`

/** Writes a sample below a folder, piece by piece, the same every time. */
export const writeAuditSample = (folder: string, size: SampleSize): AuditSample => {
  const sample = { log: join(folder, 'log'), store: join(folder, 'opencode.db') }
  writeLog(sample.log, size)
  writeStore(sample.store, size)
  return sample
}

const writeLog = (log: string, { sessions, turns }: SampleSize): void => {
  const bundle = registry([mode('ship', true), mode('explore', false)])
  const json = JSON.stringify(encodeRegistryBundle(bundle))
  mkdirSync(join(log, 'registries'), { recursive: true })
  writeFileSync(join(log, 'registries', `${sha256(json)}.json`), json)
  // A line of each agent, to be filled in: all that differs between two turns are the ids and the time.
  const forms = agents.map((agent) => {
    const sessionInfo = { _tag: 'known', sessionId: '<session>', agent } as const
    const switchStream = {
      _tag: 'records',
      store: '<session>',
      records: [{ kind: 'user', agent, key: { _tag: 'message-id', value: messageId(0, began) }, answers: null }],
    } as const
    const posture = decidePosture(sessionInfo, bundle, switchStream)
    const block = renderBlock(posture, bundle)
    const line = encodeDecisionLogLine({
      v: 1,
      at: '<time>',
      sessionId: '<session>',
      messageId: messageId(0, began),
      harness: '1.18.33',
      plugin: pluginVersion,
      sessionInfo,
      switchStream,
      registry: sha256(json),
      posture: summarise(posture),
      blockSha256: block === null ? null : sha256(block),
      blockBytes: block === null ? 0 : Buffer.byteLength(block),
      elapsedMs: 1.25,
      requestAgent: agent,
      confirmed: true,
      delivered: null,
    })
    return JSON.stringify(line)
  })
  for (let session = 0; session < sessions; session += 1) {
    const id = sessionId(session)
    const own = forms.map((form) => form.replaceAll('<session>', id).split('<time>'))
    const lines = Array.from({ length: turns }, (_, turn) => {
      const at = timeOf(session, turn)
      const [head = '', tail = ''] = own[agents.indexOf(agentOf(turn))] ?? []
      return `${head}${new Date(at + 30).toISOString()}${tail.replaceAll(messageId(0, began), messageId(session, at))}\n`
    })
    writeFileSync(join(log, `${id}.jsonl`), lines.join(''))
  }
}

const userInfo = (agent: string, at: number): object => ({
  role: 'user',
  time: { created: at },
  agent,
  model: { providerID: 'stand-in', modelID: 'model' },
  summary: { diffs: [] },
})

const answerInfo = (agent: string, parentID: string, at: number, isSummary: boolean): object => ({
  parentID,
  role: 'assistant',
  mode: agent,
  agent,
  ...(isSummary ? { summary: true } : {}),
  path: { cwd: '/project', root: '/' },
  cost: 0,
  tokens: { total: 15, input: 10, output: 5, reasoning: 0, cache: { write: 0, read: 0 } },
  modelID: 'model',
  providerID: 'stand-in',
  time: { created: at, completed: at + 900 },
  finish: 'stop',
})

interface SampleMessage {
  readonly id: string
  readonly at: number
  readonly info: object
  readonly parts: ReadonlyArray<object>
}

/** The messages of a turn, and of the compaction before it, where there is one. */
const messagesOf = (session: number, turn: number): ReadonlyArray<SampleMessage> => {
  const at = timeOf(session, turn)
  return turn % compactedEvery === compactedEvery - 1
    ? [...exchange(session, at - 2000, agentOf(turn), 'compaction'), ...exchange(session, at, agentOf(turn), null)]
    : exchange(session, at, agentOf(turn), null)
}

const exchange = (
  session: number,
  at: number,
  agent: string,
  summariser: string | null,
): ReadonlyArray<SampleMessage> => [
  { id: messageId(session, at), at, info: userInfo(agent, at), parts: [{ type: 'text', text: 'go on' }] },
  {
    id: messageId(session, at + 20),
    at: at + 20,
    info: answerInfo(summariser ?? agent, messageId(session, at), at + 20, summariser !== null),
    parts: [
      { type: 'step-start' },
      { type: 'text', text: summariser === null ? 'Understood.' : summary, time: { start: at + 21, end: at + 22 } },
      { type: 'step-finish', reason: 'stop', cost: 0, tokens: { total: 15, input: 10, output: 5, reasoning: 0 } },
    ],
  },
]

const writeStore = (file: string, { sessions, turns }: SampleSize): void => {
  const db = new DatabaseSync(file)
  db.exec(`
    PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -500000;
    CREATE TABLE session (id text PRIMARY KEY, parent_id text, title text NOT NULL, directory text NOT NULL, agent text, time_created integer NOT NULL, time_updated integer NOT NULL);
    CREATE TABLE message (id text PRIMARY KEY, session_id text NOT NULL, time_created integer NOT NULL, time_updated integer NOT NULL, data text NOT NULL);
    CREATE TABLE part (id text PRIMARY KEY, message_id text NOT NULL, session_id text NOT NULL, time_created integer NOT NULL, time_updated integer NOT NULL, data text NOT NULL);
    BEGIN`)
  // All rows of a session at once: a call for each would take minutes.
  const insert = (table: string, columns: number) =>
    db.prepare(
      `INSERT INTO ${table} SELECT ${Array.from({ length: columns }, (_, at) => `value ->> ${at}`).join(', ')} FROM json_each(?)`,
    )
  const [session, message, part] = [insert('session', 7), insert('message', 5), insert('part', 6)]
  for (let place = 0; place < sessions; place += 1) {
    const own = sessionId(place)
    const messages = Array.from({ length: turns }, (_, turn) => messagesOf(place, turn)).flat()
    session.run(
      JSON.stringify([[own, null, 'a session', '/project', 'ship', timeOf(place, 0) - 3000, timeOf(place, turns)]]),
    )
    message.run(JSON.stringify(messages.map(({ id, at, info }) => [id, own, at, at, JSON.stringify(info)])))
    part.run(
      JSON.stringify(
        messages.flatMap(({ id, at, parts }) =>
          parts.map((data, number) => [`prt_${id.slice(4)}${number}`, id, own, at, at, JSON.stringify(data)]),
        ),
      ),
    )
  }
  db.exec(`
    COMMIT;
    CREATE INDEX message_session_time_created_id_idx ON message (session_id, time_created, id);
    CREATE INDEX part_message_id_id_idx ON part (message_id, id);
    CREATE INDEX part_session_idx ON part (session_id)`)
  db.close()
}
