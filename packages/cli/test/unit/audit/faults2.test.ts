import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import { copyRecording, type Line, type Recording } from '../../support/copyRecording.js'
import {
  change,
  changeExport,
  changeLog,
  type Claim,
  commonFaults,
  type Edit,
  type Fault,
  findEach,
  isCopilot,
  set,
  withBlock,
  without,
} from '../../support/faults.js'
import { recorded, runTool } from '../../support/runTool.js'

const isDirector: Claim = ({ posture, messageId }) => posture._tag === 'director' && messageId !== null
const isNameless: Claim = ({ messageId }) => messageId === null
const withoutBlock = set({ blockSha256: null, blockBytes: 0, delivered: null })
const lost = set({ delivered: false })
const nameless = set({ messageId: null })
const unsent = set({ requestAgent: null, confirmed: null, delivered: null })
/** What a decision is that was made for an agent without a mode. */
const silentFor = (line: Line, agent: string): Line => ({
  ...withoutBlock(line),
  sessionInfo: { ...line.sessionInfo, agent },
  posture: { _tag: 'copilot', reason: { _tag: 'agent-unbound', agent } },
})
/** Tells what the first decision for a mode told. */
const toldAs =
  (mode: string, more: Line): Edit =>
  (line, lines) => {
    const { sessionInfo, posture, blockSha256, blockBytes, delivered, registry } =
      lines.find(({ posture: other }) => other.mode === mode) ?? {}
    return { ...line, sessionInfo, posture, blockSha256, blockBytes, delivered, registry, ...more }
  }

/** Changes the first step after a compaction, by the store. */
const changeAfterCompaction =
  (edit: Edit) =>
  (run: Recording): void => {
    const db = new DatabaseSync(recorded('opencode.db', 2), { readOnly: true })
    const row = db
      .prepare(
        "SELECT id FROM session_message WHERE type = 'assistant' AND session_id = ? AND seq > (SELECT min(seq) FROM session_message WHERE type = 'compaction' AND session_id = ?) ORDER BY seq LIMIT 1",
      )
      .get(run.director, run.director) as { readonly id: string } | undefined
    db.close()
    change(({ messageId }) => messageId === (row?.id ?? ''), edit)(run)
  }

/** The first line of a step that was tried for one agent, and then for another. */
const firstOfRace = (lines: ReadonlyArray<Line>): number =>
  lines.findIndex(
    ({ messageId, requestAgent }, place) =>
      messageId !== null &&
      lines[place + 1]?.messageId === messageId &&
      lines[place + 1]?.requestAgent !== requestAgent,
  )

/** The first compaction of the director fails, with what there is of its summary. */
const failedCompaction = ({ editExport, director }: Recording): void =>
  editExport((text) => {
    const sessions = JSON.parse(text) as ReadonlyArray<{
      readonly info: { readonly id: string }
      readonly messages: ReadonlyArray<{ readonly type: string }>
    }>
    return JSON.stringify(
      sessions.map((session) => {
        const place = session.messages.findIndex(({ type }) => type === 'compaction')
        const failed = { ...session.messages[place], type: 'compaction', status: 'failed', summary: 'so far' }
        return session.info.id === director ? { ...session, messages: session.messages.with(place, failed) } : session
      }),
    )
  })

const faults: ReadonlyArray<Fault> = [
  ...commonFaults(isDirector, withoutBlock),
  ['a block removed after a compaction', changeAfterCompaction(withoutBlock), 'compaction-without-block'],
  ['a block that did not go out', change(isDirector, lost), 'block-lost'],
  ['a block that did not go out after a compaction', changeAfterCompaction(lost), 'block-lost'],
  ['a block beside the turns that did not go out', change(isNameless, lost), 'block-lost'],
  ['a block of which nothing could be seen', change(isDirector, set({ delivered: null }))],
  ['a block for a copilot', change(isCopilot, withBlock, 'copilot'), 'copilot-with-block'],
  [
    'an agent that another plugin forged, so that a director was told nothing',
    change(isDirector, (line) => ({ ...silentFor(line, 'plan'), confirmed: false })),
    'told-another-posture',
  ],
  [
    'an agent that another plugin forged, so that a copilot was told that it directs',
    change(isCopilot, toldAs('ship', { confirmed: false })),
    'told-another-posture',
  ],
  [
    'an agent that another plugin forged, so that a director was told another mode',
    change(isDirector, toldAs('haul', { confirmed: false })),
    'told-another-posture',
  ],
  [
    'a record forged throughout to say that a director was a copilot',
    change(isDirector, (line) => ({ ...silentFor(line, 'plan'), requestAgent: 'plan' })),
    'director-without-block',
  ],
  [
    'a record forged throughout to say that a director directed another mode',
    change(isDirector, toldAs('haul', { requestAgent: 'quartermaster' })),
    'store-contradicts',
  ],
  [
    'the removed line of the try that was answered, after a switch between two tries',
    without((lines) => firstOfRace(lines) + 1),
    'store-contradicts',
  ],
  ['the removed line of the try before it', without(firstOfRace)],
  ['a removed line, in a session with a decision that names no message', without(() => 1), 'turn-without-decision'],
  ['the removed line of one step of a turn', without(() => 3), 'turn-without-decision'],
  ['a step whose message is not named', change(isDirector, nameless)],
  [
    'a step whose message is not named, and that lost its block',
    change(isDirector, (line) => ({ ...withoutBlock(line), messageId: null })),
    'director-without-block',
  ],
  ['a step that nobody confirmed', change(isDirector, unsent), 'unconfirmed'],
  ['a request beside the turns that was never sent', change(isNameless, unsent)],
  [
    'a request beside the turns that was logged late',
    changeLog((lines) => [
      ...lines.filter(({ messageId }) => messageId !== null),
      ...lines.filter(isNameless).map((line) => ({ ...line, at: lines[0]?.at })),
    ]),
  ],
  [
    'a message of the export that is none',
    changeExport((text) => text.replace(/"type": ?"user"/, '"type": 7')),
    'unreadable-message',
  ],
  [
    'a summary that names no ledger',
    changeExport((text) =>
      text.replace(/("summary": "[^"]*")/, (summary) =>
        summary.replaceAll('sessions/session-20261130-harbour.md', 'my ledger'),
      ),
    ),
    'summary-without-ledger',
  ],
  ['a compaction that failed', failedCompaction],
  [
    'a block removed after a compaction that failed',
    (run) => {
      failedCompaction(run)
      changeAfterCompaction(withoutBlock)(run)
    },
    'director-without-block',
  ],
]

describe('on a recorded run of the harness 2.x with a planted fault the audit finds that fault and no other', () => {
  findEach(2, faults)
})

interface Report {
  readonly totals: {
    readonly decisions: number
    readonly storeTurns: number
    readonly turnsHeld: number
    readonly turnsNotHeld: Readonly<Record<string, number>>
    readonly compactions: number
    readonly linesWithoutMessage: unknown
  }
  readonly findings: ReadonlyArray<{ readonly id: string; readonly sessionId: string; readonly messageId: string }>
  readonly notices: ReadonlyArray<{ readonly id: string; readonly text: string }>
}

const audit = async (log: string, ...store: ReadonlyArray<string>): Promise<Report> => {
  const { stdout, stderr } = await runTool(['audit', '--log', log, ...store, '--json'])
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout) as Report
}

const [log1, log2] = [recorded('decisions'), recorded('decisions', 2)]
const [store1, store2] = [recorded('opencode.db'), recorded('opencode.db', 2)]

test('the database and the export of one run of the harness 2.x give one report', async () => {
  const one = await audit(log2, '--store', store2)
  const other = await audit(log2, '--export', recorded('export.json', 2))
  expect(one.totals).toEqual(other.totals)
  expect([one.findings, other.findings]).toEqual([[], []])
})

test('each step of the harness 2.x that was answered here is checked against the log, and none that a fork copied', async () => {
  const { totals } = await audit(log2, '--store', store2)
  const db = new DatabaseSync(store2, { readOnly: true })
  const count = (where: string): number =>
    Number(db.prepare(`SELECT count(*) AS n FROM session_message WHERE ${where}`).get()?.['n'])
  const copied = count("type = 'assistant' AND id GLOB 'msg_*_*'")
  const refused = count("type = 'assistant' AND NOT id GLOB 'msg_*_*' AND data ->> '$.finish' = 'error'")
  expect(copied).toBeGreaterThan(8)
  expect(totals.turnsNotHeld).toEqual({ 'copied-by-fork': copied, 'never-answered': refused })
  expect(totals.turnsHeld).toBe(count("type = 'assistant'") - copied - refused)
  expect(totals.compactions).toBe(2)
  db.close()
})

describe('a decision that names no message', () => {
  test('is joined to none where it was beside the turns, and that is said', async () => {
    const { totals, notices } = await audit(log2, '--store', store2)
    expect(totals.linesWithoutMessage).toEqual({ byOrder: 0, toNone: 1 })
    expect(notices.map(({ id }) => id)).toEqual(['lines-without-message'])
    expect(notices[0]?.text).toMatch(
      /^1 decision names no message: 0 matched to a step of the store by order, 1 to none /,
    )
    expect((await runTool(['audit', '--log', log2, '--store', store2, '--require-store'])).code).toBe(0)
  })

  test('is joined to its step by order, and that is said', async () => {
    const run = copyRecording(2)
    change(isDirector, nameless)(run)
    const { totals } = await audit(run.log, '--store', join(run.folder, 'opencode.db'))
    expect(totals.linesWithoutMessage).toEqual({ byOrder: 1, toNone: 1 })
  })
})

test('a message of the harness 2.x that is damaged is named, and costs nothing else', async () => {
  const { folder, director } = copyRecording(2)
  const store = join(folder, 'opencode.db')
  const db = new DatabaseSync(store)
  const row = db
    .prepare("SELECT id FROM session_message WHERE session_id = ? AND type = 'assistant' ORDER BY seq LIMIT 1")
    .get(director) as { readonly id: string } | undefined
  db.prepare("UPDATE session_message SET data = '{oops' WHERE id = ?").run(row?.id ?? '')
  db.close()
  const { findings, totals } = await audit(log2, '--store', store)
  expect(findings).toMatchObject([{ id: 'unreadable-message', sessionId: director, messageId: row?.id }])
  expect(totals.storeTurns).toBe((await audit(log2, '--store', store2)).totals.storeTurns - 1)
})

describe('a database of both generations', () => {
  const attached = (): { readonly store: string; readonly db: DatabaseSyncInstance } => {
    const store = join(copyRecording().folder, 'opencode.db')
    const db = new DatabaseSync(store)
    db.exec('PRAGMA foreign_keys = OFF')
    db.exec(
      `ATTACH '${store2}' AS later; CREATE TABLE session_v2 AS SELECT * FROM later.session_v2; CREATE TABLE session_message AS SELECT * FROM later.session_message; DETACH later`,
    )
    return { store, db }
  }

  test('answers for the sessions of both', async () => {
    const { store, db } = attached()
    db.close()
    const first = await audit(log1, '--store', store1)
    const second = await audit(log2, '--store', store2)
    for (const [log, { totals }] of Object.entries({ [log1]: first, [log2]: second })) {
      const { findings, totals: read } = await audit(log, '--store', store)
      expect(findings.filter(({ id }) => id !== 'turn-without-decision')).toEqual([])
      expect(read.storeTurns).toBe(first.totals.storeTurns + second.totals.storeTurns)
      expect(read.decisions).toBe(totals.decisions)
    }
  })

  /** What 2.0.15 does when it starts on a store of 1.x: the sessions stay, and are taken over with the ids of their messages. */
  const takenOver = (db: DatabaseSyncInstance): void =>
    void db.exec(`
      DELETE FROM session_v2; DELETE FROM session_message;
      INSERT INTO session_v2 (id, parent_id, title, directory, slug, version, project_id, time_created, time_updated) SELECT id, parent_id, title, directory, slug, version, project_id, time_created, time_updated FROM session;
      INSERT INTO session_message (id, session_id, seq, type, time_created, time_updated, data)
        SELECT id, session_id, row_number() OVER (PARTITION BY session_id ORDER BY time_created, id), CASE WHEN data ->> '$.role' = 'user' THEN 'user' WHEN json_type(data, '$.summary') = 'true' THEN 'compaction' ELSE 'assistant' END, time_created, time_updated,
          CASE WHEN data ->> '$.role' = 'user' THEN '{}' ELSE json_object('agent', data ->> '$.agent', 'status', 'completed', 'finish', data ->> '$.finish', 'summary', 'Ledger: sessions/session-20261130-harbour.md', 'error', json_extract(data, '$.error'), 'time', json_object('completed', 1), 'content', json_array()) END
        FROM message WHERE NOT (json_type(data, '$.error') IS NOT NULL)`)

  test('counts the turns of a session once that 2.x took over from 1.x', async () => {
    const { store, db } = attached()
    takenOver(db)
    db.close()
    const alone = await audit(log1, '--store', store1)
    const { totals, findings } = await audit(log1, '--store', store)
    expect({ totals, findings }).toEqual({ totals: alone.totals, findings: [] })
  })

  test('finds the decisions of 1.x by the messages that they answer where only the tables of 2.x are left', async () => {
    const { store, db } = attached()
    takenOver(db)
    db.exec('DROP TABLE part; DROP TABLE message; DROP TABLE session')
    db.close()
    const alone = await audit(log1, '--store', store1)
    const { totals, findings } = await audit(log1, '--store', store)
    expect(findings).toEqual([])
    expect(totals.turnsHeld).toBe(alone.totals.turnsHeld)
  })
})

test('a database of neither generation is one sentence and exit code 2', async () => {
  const store = join(copyRecording(2).folder, 'opencode.db')
  const db = new DatabaseSync(store)
  db.exec('DROP TABLE session_message')
  db.close()
  const { code, stderr } = await runTool(['audit', '--log', log2, '--store', store])
  expect(code).toBe(2)
  expect(stderr).toMatch(/^active-mode: .*neither the tables of the harness 1\.x nor those of 2\.x.*\n$/)
})
