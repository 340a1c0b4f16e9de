import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import { copyRecording, type Line, type Recording } from '../../support/copyRecording.js'
import { recorded, runTool } from '../../support/runTool.js'

/** Changes one line of a session, found by a claim. */
const change = (
  { editLines }: Recording,
  session: string,
  claim: (line: Line, place: number, lines: ReadonlyArray<Line>) => boolean,
  edit: (line: Line, lines: ReadonlyArray<Line>) => Line,
): void =>
  editLines(session, (lines) => {
    const place = lines.findIndex(claim)
    expect(place).toBeGreaterThanOrEqual(0)
    return lines.map((line, at) => (at === place ? edit(line, lines) : line))
  })

const isDirector = ({ posture, messageId }: Line): boolean => posture._tag === 'director' && messageId !== null
const isCopilot = ({ posture }: Line): boolean => posture._tag === 'copilot'
const isNameless = ({ messageId }: Line): boolean => messageId === null
const withoutBlock = (line: Line): Line => ({ ...line, blockSha256: null, blockBytes: 0, delivered: null })
const lost = (line: Line): Line => ({ ...line, delivered: false })
/** What a decision is that was made for an agent without a mode. */
const silentFor = (line: Line, agent: string): Line =>
  withoutBlock({
    ...line,
    sessionInfo: { ...line.sessionInfo, agent },
    posture: { _tag: 'copilot', reason: { _tag: 'agent-unbound', agent } },
  })
const toldAs = (
  line: Line,
  { sessionInfo, posture, blockSha256, blockBytes, delivered, registry }: Line = {},
): Line => ({ ...line, sessionInfo, posture, blockSha256, blockBytes, delivered, registry })
const ofMode = (lines: ReadonlyArray<Line>, mode: string): Line | undefined =>
  lines.find(({ posture }) => posture.mode === mode)

/** The first step after a compaction, by the store. */
const afterCompaction = ({ director }: Recording): string => {
  const db = new DatabaseSync(recorded('opencode.db', 2), { readOnly: true })
  const row = db
    .prepare(
      "SELECT id FROM session_message WHERE type = 'assistant' AND session_id = ? AND seq > (SELECT min(seq) FROM session_message WHERE type = 'compaction' AND session_id = ?) ORDER BY seq LIMIT 1",
    )
    .get(director, director) as { readonly id: string } | undefined
  db.close()
  return row?.id ?? ''
}

/** The lines of a step that was tried for one agent, and then for another. */
const isFirstOfRace = (line: Line, place: number, lines: ReadonlyArray<Line>): boolean =>
  line.messageId !== null &&
  lines[place + 1]?.messageId === line.messageId &&
  lines[place + 1]?.requestAgent !== line.requestAgent

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
        return session.info.id === director
          ? {
              ...session,
              messages: session.messages.with(place, {
                ...session.messages[place],
                type: 'compaction',
                ...{ status: 'failed', summary: 'so far' },
              }),
            }
          : session
      }),
    )
  })

interface Fault {
  readonly name: string
  readonly plant: (recording: Recording) => void
  readonly found: ReadonlyArray<string>
  readonly args?: (recording: Recording) => ReadonlyArray<string>
}

const faults: ReadonlyArray<Fault> = [
  { name: 'nothing', plant: () => undefined, found: [] },
  {
    name: 'a removed block',
    plant: (run) => change(run, run.director, isDirector, withoutBlock),
    found: ['director-without-block'],
  },
  {
    name: 'a block removed after a compaction',
    plant: (run) => change(run, run.director, ({ messageId }) => messageId === afterCompaction(run), withoutBlock),
    found: ['compaction-without-block'],
  },
  {
    name: 'a block that did not go out',
    plant: (run) => change(run, run.director, isDirector, lost),
    found: ['block-lost'],
  },
  {
    name: 'a block that did not go out after a compaction',
    plant: (run) => change(run, run.director, ({ messageId }) => messageId === afterCompaction(run), lost),
    found: ['block-lost'],
  },
  {
    name: 'a block beside the turns that did not go out',
    plant: (run) => change(run, run.director, isNameless, lost),
    found: ['block-lost'],
  },
  {
    name: 'a block of which nothing could be seen',
    plant: (run) => change(run, run.director, isDirector, (line) => ({ ...line, delivered: null })),
    found: [],
  },
  {
    name: 'an unresolvable outcome that was not told',
    plant: (run) => change(run, run.director, ({ posture }) => posture._tag === 'unresolvable', withoutBlock),
    found: ['unresolvable-without-block'],
  },
  {
    name: 'a block for a copilot',
    plant: (run) =>
      change(run, run.copilot, isCopilot, (line) => ({ ...line, blockSha256: 'a'.repeat(64), blockBytes: 900 })),
    found: ['copilot-with-block'],
  },
  {
    name: 'a forged outcome',
    plant: (run) =>
      change(run, run.director, isDirector, (line) => ({ ...line, posture: { ...line.posture, mode: 'haul' } })),
    found: ['drift'],
  },
  {
    name: 'an agent that another plugin forged, so that a director was told nothing',
    plant: (run) => change(run, run.director, isDirector, (line) => ({ ...silentFor(line, 'plan'), confirmed: false })),
    found: ['told-another-posture'],
  },
  {
    name: 'an agent that another plugin forged, so that a copilot was told that it directs',
    plant: (run) =>
      change(run, run.director, isCopilot, (line, lines) => ({
        ...toldAs(line, ofMode(lines, 'ship')),
        confirmed: false,
      })),
    found: ['told-another-posture'],
  },
  {
    name: 'an agent that another plugin forged, so that a director was told another mode',
    plant: (run) =>
      change(run, run.director, isDirector, (line, lines) => ({
        ...toldAs(line, ofMode(lines, 'haul')),
        confirmed: false,
      })),
    found: ['told-another-posture'],
  },
  {
    name: 'a record forged throughout to say that a director was a copilot',
    plant: (run) =>
      change(run, run.director, isDirector, (line) => ({ ...silentFor(line, 'plan'), requestAgent: 'plan' })),
    found: ['director-without-block'],
  },
  {
    name: 'a record forged throughout to say that a director directed another mode',
    plant: (run) =>
      change(run, run.director, isDirector, (line, lines) => ({
        ...toldAs(line, ofMode(lines, 'haul')),
        requestAgent: 'quartermaster',
      })),
    found: ['store-contradicts'],
  },
  {
    name: 'the removed line of the try that was answered, after a switch between two tries',
    plant: ({ editLines, director }) =>
      editLines(director, (lines) => lines.toSpliced(lines.findIndex(isFirstOfRace) + 1, 1)),
    found: ['store-contradicts'],
  },
  {
    name: 'the removed line of the try before it',
    plant: ({ editLines, director }) =>
      editLines(director, (lines) => lines.toSpliced(lines.findIndex(isFirstOfRace), 1)),
    found: [],
  },
  {
    name: 'a removed line, in a session with a decision that names no message',
    plant: ({ editLines, director }) => editLines(director, (lines) => lines.toSpliced(1, 1)),
    found: ['turn-without-decision'],
  },
  {
    name: 'the removed line of one step of a turn',
    plant: (run) => run.editLines(run.director, (lines) => lines.toSpliced(3, 1)),
    found: ['turn-without-decision'],
  },
  {
    name: 'the removed log of a session',
    plant: ({ log, copilot }) => rmSync(join(log, `${copilot}.jsonl`)),
    found: ['turn-without-decision'],
  },
  {
    name: 'a step whose message is not named',
    plant: (run) => change(run, run.director, isDirector, (line) => ({ ...line, messageId: null })),
    found: [],
  },
  {
    name: 'a step whose message is not named, and that lost its block',
    plant: (run) => change(run, run.director, isDirector, (line) => ({ ...withoutBlock(line), messageId: null })),
    found: ['director-without-block'],
  },
  {
    name: 'a step that nobody confirmed',
    plant: (run) =>
      change(run, run.director, isDirector, (line) => ({
        ...line,
        requestAgent: null,
        confirmed: null,
        delivered: null,
      })),
    found: ['unconfirmed'],
  },
  {
    name: 'a request beside the turns that was never sent',
    plant: (run) =>
      change(run, run.director, isNameless, (line) => ({
        ...line,
        requestAgent: null,
        confirmed: null,
        delivered: null,
      })),
    found: [],
  },
  {
    name: 'a request beside the turns that was logged late',
    plant: ({ editLines, director }) =>
      editLines(director, (lines) => [
        ...lines.filter((line) => !isNameless(line)),
        ...lines.filter(isNameless).map((line) => ({ ...line, at: lines[0]?.at })),
      ]),
    found: [],
  },
  {
    name: 'a clock set back',
    plant: ({ editLines, director }) =>
      editLines(director, (lines) =>
        lines.map((line, at) =>
          at < 4 ? line : { ...line, at: new Date(Date.parse(line.at) - 3_600_000).toISOString() },
        ),
      ),
    found: ['clock-set-back'],
  },
  {
    name: 'a second writer',
    plant: ({ editLines, director }) =>
      editLines(director, (lines) => [...lines, { ...lines[0], at: lines.at(-1)?.at }]),
    found: ['two-writers'],
  },
  {
    name: 'a torn last line',
    plant: ({ editLines, director }) =>
      editLines(director, (lines) => [...lines.slice(0, -1), JSON.stringify(lines.at(-1)).slice(0, 300)]),
    found: ['torn-line'],
  },
  {
    name: 'a message of the export that is none',
    plant: ({ editExport }) => editExport((text) => text.replace(/"type": ?"user"/, '"type": 7')),
    found: ['unreadable-message'],
  },
  {
    name: 'a summary that names no ledger',
    plant: ({ editExport }) =>
      editExport((text) =>
        text.replace(/("summary": "[^"]*")/, (summary) =>
          summary.replaceAll('sessions/session-20261130-harbour.md', 'my ledger'),
        ),
      ),
    found: ['summary-without-ledger'],
  },
  { name: 'a compaction that failed', plant: failedCompaction, found: [] },
  {
    name: 'a block removed after a compaction that failed',
    plant: (run) => {
      failedCompaction(run)
      change(run, run.director, ({ messageId }) => messageId === afterCompaction(run), withoutBlock)
    },
    found: ['director-without-block'],
  },
  {
    name: 'ledgers that are not in the vault',
    plant: () => undefined,
    args: ({ folder }) => ['--vault', folder],
    found: ['ledger-missing', 'ledger-missing'],
  },
]

describe('on a recorded run of the harness 2.x with a planted fault the audit finds that fault and no other', () => {
  test.each(faults)('$name', async ({ plant, found, args }) => {
    const recording = copyRecording(2)
    plant(recording)
    expect(await recording.findings(args?.(recording) ?? [])).toEqual(found)
  })
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

const log2 = recorded('decisions', 2)

test('the database and the export of one run of the harness 2.x give one report', async () => {
  const [one, other] = [
    await audit(log2, '--store', recorded('opencode.db', 2)),
    await audit(log2, '--export', recorded('export.json', 2)),
  ]
  expect(one.totals).toEqual(other.totals)
  expect([one.findings, other.findings]).toEqual([[], []])
})

test('each step of the harness 2.x that was answered here is checked against the log, and none that a fork copied', async () => {
  const { totals } = await audit(log2, '--store', recorded('opencode.db', 2))
  const db = new DatabaseSync(recorded('opencode.db', 2), { readOnly: true })
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
    const { totals, notices } = await audit(log2, '--store', recorded('opencode.db', 2))
    expect(totals.linesWithoutMessage).toEqual({ byOrder: 0, toNone: 1 })
    expect(notices).toMatchObject([
      {
        id: 'lines-without-message',
        text: expect.stringMatching(
          /^1 decision names no message: 0 matched to a step of the store by order, 1 to none /,
        ) as string,
      },
    ])
    expect(
      (await runTool(['audit', '--log', log2, '--store', recorded('opencode.db', 2), '--require-store'])).code,
    ).toBe(0)
  })

  test('is joined to its step by order, and that is said', async () => {
    const run = copyRecording(2)
    change(run, run.director, isDirector, (line) => ({ ...line, messageId: null }))
    expect((await audit(run.log, '--store', join(run.folder, 'opencode.db'))).totals.linesWithoutMessage).toEqual({
      byOrder: 1,
      toNone: 1,
    })
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
  expect(totals.storeTurns).toBe((await audit(log2, '--store', recorded('opencode.db', 2))).totals.storeTurns - 1)
})

describe('a database of both generations', () => {
  const attached = (): { readonly store: string; readonly db: DatabaseSyncInstance } => {
    const store = join(copyRecording().folder, 'opencode.db')
    const db = new DatabaseSync(store)
    db.exec('PRAGMA foreign_keys = OFF')
    db.exec(
      `ATTACH '${recorded('opencode.db', 2)}' AS later; CREATE TABLE session_v2 AS SELECT * FROM later.session_v2; CREATE TABLE session_message AS SELECT * FROM later.session_message; DETACH later`,
    )
    return { store, db }
  }

  test('answers for the sessions of both', async () => {
    const { store, db } = attached()
    db.close()
    const [first, second] = [
      await audit(recorded('decisions'), '--store', recorded('opencode.db')),
      await audit(log2, '--store', recorded('opencode.db', 2)),
    ]
    for (const [log, { totals }] of [
      [recorded('decisions'), first],
      [log2, second],
    ] as const) {
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
    const alone = await audit(recorded('decisions'), '--store', recorded('opencode.db'))
    const { totals, findings } = await audit(recorded('decisions'), '--store', store)
    expect({ totals, findings }).toEqual({ totals: alone.totals, findings: [] })
  })

  test('finds the decisions of 1.x by the messages that they answer where only the tables of 2.x are left', async () => {
    const { store, db } = attached()
    takenOver(db)
    db.exec('DROP TABLE part; DROP TABLE message; DROP TABLE session')
    db.close()
    const alone = await audit(recorded('decisions'), '--store', recorded('opencode.db'))
    const { totals, findings } = await audit(recorded('decisions'), '--store', store)
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
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringMatching(
      /^active-mode: .*neither the tables of the harness 1\.x nor those of 2\.x.*\n$/,
    ) as string,
  })
})
