import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Line, type Recording, registryNames } from '../../support/copyRecording.js'
import {
  change,
  changeExport,
  changeLog,
  type Claim,
  commonFaults,
  type Fault,
  findEach,
  isCopilot,
  isUnresolvable,
  set,
  setBack,
  withBlock,
  without,
} from '../../support/faults.js'
import { recorded, runTool } from '../../support/runTool.js'

const isDirector: Claim = ({ posture }) => posture._tag === 'director'
const withoutBlock = set({ blockSha256: null, blockBytes: 0 })
const forQuartermaster = set({ requestAgent: 'quartermaster' })
const unconfirmed = set({ requestAgent: null })

/** Claims the first request after a compaction, by the message that it answers in the store. */
const afterCompaction = ({ export: file, director }: Recording): Claim => {
  const sessions = JSON.parse(readFileSync(file, 'utf8')) as ReadonlyArray<{
    info: { id: string }
    messages: ReadonlyArray<{ info: Line }>
  }>
  const messages = sessions.find(({ info }) => info.id === director)?.messages ?? []
  const summary = messages.findIndex(({ info }) => info.summary === true)
  const message = messages.slice(summary + 1).find(({ info }) => info.role === 'assistant')?.info.parentID
  return ({ messageId }) => messageId === message
}

const firstRegistry = ({ log }: Recording): string => join(log, 'registries', registryNames(log)[0] ?? '')

const faults: ReadonlyArray<Fault> = [
  ...commonFaults(isDirector, withoutBlock),
  [
    'a block removed after a compaction',
    (run) => change(afterCompaction(run), withoutBlock)(run),
    'compaction-without-block',
  ],
  ['a block for a copilot', change(isCopilot, withBlock), 'copilot-with-block'],
  [
    'a record forged throughout to say that a director was a copilot',
    change(isDirector, (line) => ({
      ...withoutBlock(line),
      sessionInfo: { ...line.sessionInfo, agent: 'plan' },
      switchStream: { _tag: 'unread' },
      posture: { _tag: 'copilot', reason: { _tag: 'agent-unbound', agent: 'plan' } },
      requestAgent: 'plan',
    })),
    'director-without-block',
  ],
  [
    'a request that was told the mode of another agent',
    change(isDirector, set({ requestAgent: 'quartermaster', confirmed: false })),
    'told-another-posture',
  ],
  [
    'a request that was told the mode of another agent, in a line that says otherwise',
    change(isDirector, forQuartermaster),
    'told-another-posture',
  ],
  [
    'a copilot that was a director, in a line that says otherwise',
    change(isCopilot, forQuartermaster),
    'told-another-posture',
  ],
  [
    'a record forged throughout to say that a director directed another mode',
    change(isDirector, (line, lines) => {
      const { sessionInfo, posture, blockSha256, blockBytes, requestAgent, switchStream, registry } =
        lines.find(({ posture: other }) => other.mode === 'haul') ?? {}
      return { ...line, sessionInfo, posture, blockSha256, blockBytes, requestAgent, switchStream, registry }
    }),
    'store-contradicts',
  ],
  ['a copilot that another copilot answered', change(isCopilot, set({ requestAgent: 'build' }))],
  ['an outcome that claims no posture, for any agent', change(isUnresolvable, forQuartermaster)],
  ['a line that says it was confirmed, and not for whom', change(isDirector, unconfirmed), 'unconfirmed'],
  ['a request that nobody confirmed', change(isDirector, set({ requestAgent: null, confirmed: null })), 'unconfirmed'],
  ['a removed line', without(() => 1), 'turn-without-decision'],
  [
    'the removed line of one request of a turn',
    without((lines) => lines.findIndex(({ messageId }, at) => lines[at + 1]?.messageId === messageId)),
    'turn-without-decision',
  ],
  [
    // The director's file is written to until the end, so nobody can tell whether the others were pruned.
    'the pruned logs of sessions, beside that of one that began before and went on after them',
    ({ log, copilot, child, fork }) =>
      [copilot, child, fork].forEach((session) => rmSync(join(log, `${session}.jsonl`))),
  ],
  [
    'a message of the export that is none',
    changeExport((text) => text.replace(/"role": ?"user"/, '"role": 7')),
    'unreadable-message',
  ],
  ['a last line torn after three bytes', changeLog((lines) => [...lines, '{"v']), 'torn-line'],
  [
    'a line torn by a crash, and written on',
    changeLog((lines) => lines.map((line, at) => (at === 3 ? JSON.stringify(line).slice(0, 300) : line))),
    'torn-line',
  ],
  ['a foreign line of text', changeLog((lines) => ['hello\n', ...lines]), 'foreign-line'],
  ['a foreign line of JSON', changeLog((lines) => [...lines, { level: 'info', message: 'hello' }]), 'foreign-line'],
  ['a line of another version', changeLog((lines) => [...lines, { ...lines[0], v: 2 }]), 'foreign-line'],
  [
    "another session's line",
    changeLog((lines, { copilot }) => [...lines, { ...lines[0], sessionId: copilot }]),
    'foreign-line',
  ],
  [
    'dropped lines',
    changeLog((lines) => lines.map((line, at) => (at === 2 ? { v: 1, at: line.at, dropped: 1 } : line))),
    'dropped-lines',
  ],
  ['a registry that is gone', (run) => rmSync(firstRegistry(run)), 'registry-missing'],
  [
    'a changed registry',
    (run) => {
      const file = firstRegistry(run)
      writeFileSync(file, readFileSync(file, 'utf8').replace('"agent":"ship"', '"agent":"plan"'))
    },
    'registry-forged',
  ],
  ['a clock set back before the log began', setBack(400 * 86_400_000), 'clock-set-back'],
  ['each line twice', changeLog((lines) => lines.flatMap((line) => [line, line])), 'two-writers'],
  [
    'a rotated file',
    ({ editLines, log, director }) => {
      const rotated = join(log, `${director}.mh1x2y3z-77.jsonl`)
      renameSync(join(log, `${director}.jsonl`), rotated)
      const lines = readFileSync(rotated, 'utf8').split('\n').filter(Boolean)
      writeFileSync(rotated, `${lines.slice(0, 5).join('\n')}\n`)
      writeFileSync(join(log, `${director}.jsonl`), `${lines.slice(5).join('\n')}\n`)
      editLines(director, (kept) => kept)
    },
  ],
  [
    'a summary that names no ledger',
    changeExport((text) => text.replace('sessions/session-20261130-harbour.md', 'my ledger')),
    'summary-without-ledger',
  ],
  [
    'a summary that only repeats the form',
    changeExport((text) =>
      text.replace('sessions/session-20261130-harbour.md', 'sessions/session-<YYYYMMDD>-<slug>.md'),
    ),
    'summary-without-ledger',
  ],
]

describe('on a recorded run with a planted fault the audit finds that fault and no other', () => {
  findEach(1, faults, [
    [
      'ledgers that are in the vault',
      ({ folder }) => {
        mkdirSync(join(folder, 'sessions'))
        writeFileSync(join(folder, 'sessions', 'session-20261130-harbour.md'), '')
      },
    ],
  ])
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
