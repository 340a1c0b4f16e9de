import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { copyRecording, type Line, type Recording } from './copyRecording.js'

type Lines = ReadonlyArray<Line>
export type Claim = (line: Line, place: number, lines: Lines) => boolean
export type Edit = (line: Line, lines: Lines) => Line
export type Plant = (run: Recording) => void

/** A fault: its name, how it is planted in a recorded run, and the ids of what the audit finds, if anything. */
export type Fault = readonly [name: string, plant: Plant, ...found: ReadonlyArray<string>]

/** Changes one line of a session, found by a claim. */
export const change =
  (claim: Claim, edit: Edit, session: 'director' | 'copilot' = 'director'): Plant =>
  (run) =>
    run.editLines(run[session], (lines) => {
      const place = lines.findIndex(claim)
      expect(place).toBeGreaterThanOrEqual(0)
      return lines.map((line, at) => (at === place ? edit(line, lines) : line))
    })

/** Changes the director's lines. */
export const changeLog =
  (edit: (lines: Lines, run: Recording) => ReadonlyArray<Line | string>): Plant =>
  (run) =>
    run.editLines(run.director, (lines) => edit(lines, run))

export const changeExport =
  (edit: (text: string) => string): Plant =>
  ({ editExport }) =>
    editExport(edit)

/** Removes the director's line at a place. */
export const without = (place: (lines: Lines) => number): Plant =>
  changeLog((lines) => lines.toSpliced(place(lines), 1))

export const set =
  (values: Line) =>
  (line: Line): Line => ({ ...line, ...values })

export const isCopilot: Claim = ({ posture }) => posture._tag === 'copilot'
export const isUnresolvable: Claim = ({ posture }) => posture._tag === 'unresolvable'
export const withBlock = set({ blockSha256: 'a'.repeat(64), blockBytes: 900 })

/** Sets the clock back after four lines. */
export const setBack = (ms: number): Plant =>
  changeLog((lines) =>
    lines.map((line, at) => (at < 4 ? line : { ...line, at: new Date(Date.parse(line.at) - ms).toISOString() })),
  )

/** The faults that are planted alike in a log of each generation. */
export const commonFaults = (isDirector: Claim, withoutBlock: Edit): ReadonlyArray<Fault> => [
  ['nothing', () => undefined],
  ['a removed block', change(isDirector, withoutBlock), 'director-without-block'],
  ['an unresolvable outcome that was not told', change(isUnresolvable, withoutBlock), 'unresolvable-without-block'],
  [
    'a forged outcome',
    change(isDirector, (line) => ({ ...line, posture: { ...line.posture, mode: 'haul' } })),
    'drift',
  ],
  [
    'the removed log of a session',
    ({ log, copilot }) => rmSync(join(log, `${copilot}.jsonl`)),
    'turn-without-decision',
  ],
  ['a clock set back', setBack(3_600_000), 'clock-set-back'],
  ['a second writer', changeLog((lines) => [...lines, { ...lines[0], at: lines.at(-1)?.at }]), 'two-writers'],
  [
    'a torn last line',
    changeLog((lines) => [...lines.slice(0, -1), JSON.stringify(lines.at(-1)).slice(0, 300)]),
    'torn-line',
  ],
]

const noLedger: Fault = ['ledgers that are not in the vault', () => undefined, 'ledger-missing', 'ledger-missing']

/** Plants each fault in a copy of its own, and audits it; those in the vault with the copy's folder as the vault. */
export const findEach = (generation: 1 | 2, faults: ReadonlyArray<Fault>, inVault: ReadonlyArray<Fault> = []): void => {
  const row =
    (hasVault: boolean) =>
    ([name, plant, ...found]: Fault) => ({ name, plant, found, hasVault })
  const rows = [...faults.map(row(false)), ...[noLedger, ...inVault].map(row(true))]
  test.each(rows)('$name', async ({ plant, found, hasVault }) => {
    const recording = copyRecording(generation)
    plant(recording)
    expect(await recording.findings(hasVault ? ['--vault', recording.folder] : [])).toEqual(found)
  })
}
