import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { copyRecording, type Line, type Recording, registryNames } from '../../support/copyRecording.js'
import { recorded, runTool } from '../../support/runTool.js'

/** Changes one line of the director's session, found by a claim. */
const change = (
  { editLines, director }: Recording,
  claim: (line: Line, place: number, lines: ReadonlyArray<Line>) => boolean,
  edit: (line: Line, lines: ReadonlyArray<Line>) => Line,
): void =>
  editLines(director, (lines) => {
    const place = lines.findIndex(claim)
    expect(place).toBeGreaterThanOrEqual(0)
    return lines.map((line, at) => (at === place ? edit(line, lines) : line))
  })

const isDirector = ({ posture }: Line): boolean => posture._tag === 'director'
const isCopilot = ({ posture }: Line): boolean => posture._tag === 'copilot'
const withoutBlock = (line: Line): Line => ({ ...line, blockSha256: null, blockBytes: 0 })
const earlier = (line: Line, ms: number): Line => ({ ...line, at: new Date(Date.parse(line.at) - ms).toISOString() })

/** The message that the first request after a compaction answers, by the store. */
const afterCompaction = ({ export: file, director }: Recording): string => {
  const sessions = JSON.parse(readFileSync(file, 'utf8')) as ReadonlyArray<{
    info: { id: string }
    messages: ReadonlyArray<{ info: Line }>
  }>
  const messages = sessions.find(({ info }) => info.id === director)?.messages ?? []
  const summary = messages.findIndex(({ info }) => info.summary === true)
  return messages.slice(summary + 1).find(({ info }) => info.role === 'assistant')?.info.parentID
}

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
    plant: (recording) => change(recording, isDirector, withoutBlock),
    found: ['director-without-block'],
  },
  {
    name: 'a block removed after a compaction',
    plant: (recording) => {
      const message = afterCompaction(recording)
      change(recording, ({ messageId }) => messageId === message, withoutBlock)
    },
    found: ['compaction-without-block'],
  },
  {
    name: 'an unresolvable outcome that was not told',
    plant: (recording) => change(recording, ({ posture }) => posture._tag === 'unresolvable', withoutBlock),
    found: ['unresolvable-without-block'],
  },
  {
    name: 'a block for a copilot',
    plant: (recording) =>
      change(recording, isCopilot, (line) => ({ ...line, blockSha256: 'a'.repeat(64), blockBytes: 900 })),
    found: ['copilot-with-block'],
  },
  {
    name: 'a forged outcome',
    plant: (recording) =>
      change(recording, isDirector, (line) => ({ ...line, posture: { ...line.posture, mode: 'haul' } })),
    found: ['drift'],
  },
  {
    name: 'a record forged throughout to say that a director was a copilot',
    plant: (recording) =>
      change(recording, isDirector, (line) =>
        withoutBlock({
          ...line,
          sessionInfo: { ...line.sessionInfo, agent: 'plan' },
          switchStream: { _tag: 'unread' },
          posture: { _tag: 'copilot', reason: { _tag: 'agent-unbound', agent: 'plan' } },
          requestAgent: 'plan',
        }),
      ),
    found: ['director-without-block'],
  },
  {
    name: 'a request that was told the mode of another agent',
    plant: (recording) =>
      change(recording, isDirector, (line) => ({ ...line, requestAgent: 'quartermaster', confirmed: false })),
    found: ['told-another-posture'],
  },
  {
    name: 'a request that was told the mode of another agent, in a line that says otherwise',
    plant: (recording) => change(recording, isDirector, (line) => ({ ...line, requestAgent: 'quartermaster' })),
    found: ['told-another-posture'],
  },
  {
    name: 'a copilot that was a director, in a line that says otherwise',
    plant: (recording) => change(recording, isCopilot, (line) => ({ ...line, requestAgent: 'quartermaster' })),
    found: ['told-another-posture'],
  },
  {
    name: 'a record forged throughout to say that a director directed another mode',
    plant: (recording) =>
      change(recording, isDirector, (line, lines) => {
        const { sessionInfo, posture, blockSha256, blockBytes, requestAgent, switchStream, registry } =
          lines.find(({ posture: other }) => other.mode === 'haul') ?? {}
        return { ...line, sessionInfo, posture, blockSha256, blockBytes, requestAgent, switchStream, registry }
      }),
    found: ['store-contradicts'],
  },
  {
    name: 'a copilot that another copilot answered',
    plant: (recording) => change(recording, isCopilot, (line) => ({ ...line, requestAgent: 'build' })),
    found: [],
  },
  {
    name: 'an outcome that claims no posture, for any agent',
    plant: (recording) =>
      change(
        recording,
        ({ posture }) => posture._tag === 'unresolvable',
        (line) => ({ ...line, requestAgent: 'quartermaster' }),
      ),
    found: [],
  },
  {
    name: 'a line that says it was confirmed, and not for whom',
    plant: (recording) => change(recording, isDirector, (line) => ({ ...line, requestAgent: null })),
    found: ['unconfirmed'],
  },
  {
    name: 'a request that nobody confirmed',
    plant: (recording) => change(recording, isDirector, (line) => ({ ...line, requestAgent: null, confirmed: null })),
    found: ['unconfirmed'],
  },
  {
    name: 'a removed line',
    plant: ({ editLines, director }) => editLines(director, (lines) => lines.toSpliced(1, 1)),
    found: ['turn-without-decision'],
  },
  {
    name: 'the removed line of one request of a turn',
    plant: ({ editLines, director }) =>
      editLines(director, (lines) =>
        lines.toSpliced(
          lines.findIndex(({ messageId }, at) => lines[at + 1]?.['messageId'] === messageId),
          1,
        ),
      ),
    found: ['turn-without-decision'],
  },
  {
    name: 'the removed log of a session',
    plant: ({ log, copilot }) => rmSync(join(log, `${copilot}.jsonl`)),
    found: ['turn-without-decision'],
  },
  {
    // The director's file is written to until the end, so nobody can tell whether the others were pruned.
    name: 'the pruned logs of sessions, beside that of one that began before and went on after them',
    plant: ({ log, copilot, child, fork }) =>
      [copilot, child, fork].forEach((session) => rmSync(join(log, `${session}.jsonl`))),
    found: [],
  },
  {
    name: 'a message of the export that is none',
    plant: ({ editExport }) => editExport((text) => text.replace(/"role": ?"user"/, '"role": 7')),
    found: ['unreadable-message'],
  },
  {
    name: 'a torn last line',
    plant: ({ editLines, director }) =>
      editLines(director, (lines) => [...lines.slice(0, -1), JSON.stringify(lines.at(-1)).slice(0, 300)]),
    found: ['torn-line'],
  },
  {
    name: 'a last line torn after three bytes',
    plant: ({ editLines, director }) => editLines(director, (lines) => [...lines, '{"v']),
    found: ['torn-line'],
  },
  {
    name: 'a line torn by a crash, and written on',
    plant: ({ editLines, director }) =>
      editLines(director, (lines) => lines.map((line, at) => (at === 3 ? JSON.stringify(line).slice(0, 300) : line))),
    found: ['torn-line'],
  },
  {
    name: 'a foreign line of text',
    plant: ({ editLines, director }) => editLines(director, (lines) => ['hello\n', ...lines]),
    found: ['foreign-line'],
  },
  {
    name: 'a foreign line of JSON',
    plant: ({ editLines, director }) => editLines(director, (lines) => [...lines, { level: 'info', message: 'hello' }]),
    found: ['foreign-line'],
  },
  {
    name: 'a line of another version',
    plant: ({ editLines, director }) => editLines(director, (lines) => [...lines, { ...lines[0], v: 2 }]),
    found: ['foreign-line'],
  },
  {
    name: "another session's line",
    plant: ({ editLines, director, copilot }) =>
      editLines(director, (lines) => [...lines, { ...lines[0], sessionId: copilot }]),
    found: ['foreign-line'],
  },
  {
    name: 'dropped lines',
    plant: ({ editLines, director }) =>
      editLines(director, (lines) => lines.map((line, at) => (at === 2 ? { v: 1, at: line['at'], dropped: 1 } : line))),
    found: ['dropped-lines'],
  },
  {
    name: 'a registry that is gone',
    plant: ({ log }) => rmSync(join(log, 'registries', registryNames(log)[0] ?? '')),
    found: ['registry-missing'],
  },
  {
    name: 'a changed registry',
    plant: ({ log }) => {
      const file = join(log, 'registries', registryNames(log)[0] ?? '')
      writeFileSync(file, readFileSync(file, 'utf8').replace('"agent":"ship"', '"agent":"plan"'))
    },
    found: ['registry-forged'],
  },
  {
    name: 'a clock set back',
    plant: ({ editLines, director }) =>
      editLines(director, (lines) => lines.map((line, at) => (at < 4 ? line : earlier(line, 3_600_000)))),
    found: ['clock-set-back'],
  },
  {
    name: 'a clock set back before the log began',
    plant: ({ editLines, director }) =>
      editLines(director, (lines) => lines.map((line, at) => (at < 4 ? line : earlier(line, 400 * 86_400_000)))),
    found: ['clock-set-back'],
  },
  {
    name: 'a second writer',
    plant: ({ editLines, director }) =>
      editLines(director, (lines) => [...lines, { ...lines[0], at: lines.at(-1)?.['at'] }]),
    found: ['two-writers'],
  },
  {
    name: 'each line twice',
    plant: ({ editLines, director }) => editLines(director, (lines) => lines.flatMap((line) => [line, line])),
    found: ['two-writers'],
  },
  {
    name: 'a rotated file',
    plant: ({ editLines, log, director }) => {
      const rotated = join(log, `${director}.mh1x2y3z-77.jsonl`)
      renameSync(join(log, `${director}.jsonl`), rotated)
      const lines = readFileSync(rotated, 'utf8').split('\n').filter(Boolean)
      writeFileSync(rotated, `${lines.slice(0, 5).join('\n')}\n`)
      writeFileSync(join(log, `${director}.jsonl`), `${lines.slice(5).join('\n')}\n`)
      editLines(director, (kept) => kept)
    },
    found: [],
  },
  {
    name: 'a summary that names no ledger',
    plant: ({ editExport }) => editExport((text) => text.replace('sessions/session-20261130-harbour.md', 'my ledger')),
    found: ['summary-without-ledger'],
  },
  {
    name: 'a summary that only repeats the form',
    plant: ({ editExport }) =>
      editExport((text) =>
        text.replace('sessions/session-20261130-harbour.md', 'sessions/session-<YYYYMMDD>-<slug>.md'),
      ),
    found: ['summary-without-ledger'],
  },
  {
    name: 'ledgers that are not in the vault',
    plant: () => undefined,
    args: ({ folder }) => ['--vault', folder],
    found: ['ledger-missing', 'ledger-missing'],
  },
  {
    name: 'ledgers that are in the vault',
    plant: ({ folder }) => {
      mkdirSync(join(folder, 'sessions'))
      writeFileSync(join(folder, 'sessions', 'session-20261130-harbour.md'), '')
    },
    args: ({ folder }) => ['--vault', folder],
    found: [],
  },
]

describe('on a recorded run with a planted fault the audit finds that fault and no other', () => {
  test.each(faults)('$name', async ({ plant, found, args }) => {
    const recording = copyRecording()
    plant(recording)
    expect(await recording.findings(args?.(recording) ?? [])).toEqual(found)
  })
})

test('the database and the export of one run give one report', async () => {
  const audit = async (...store: ReadonlyArray<string>) => {
    const { code, stdout } = await runTool(['audit', '--log', recorded('decisions'), ...store, '--json'])
    expect(code).toBe(0)
    const { totals, findings } = JSON.parse(stdout) as { totals: unknown; findings: unknown }
    return { totals, findings }
  }
  expect(await audit('--store', recorded('opencode.db'))).toEqual(await audit('--export', recorded('export.json')))
})
