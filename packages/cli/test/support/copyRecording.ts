import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { recorded, runTool } from './runTool.js'

export interface Recording {
  readonly folder: string
  readonly log: string
  readonly export: string
  readonly director: string
  readonly copilot: string
  readonly child: string
  readonly fork: string
  /** Changes the lines of a session's file. */
  readonly editLines: (session: string, edit: (lines: ReadonlyArray<Line>) => ReadonlyArray<Line | string>) => void
  readonly editExport: (edit: (text: string) => string) => void
  /** The ids of all findings, in their order. */
  readonly findings: (more?: ReadonlyArray<string>) => Promise<ReadonlyArray<string>>
}

/** A line of the log, or the info of a message, to be changed: forged data is whatever a forger writes. */
/* eslint-disable @typescript-eslint/no-explicit-any */
export interface Line {
  readonly at?: any
  readonly sessionId?: any
  readonly messageId?: any
  readonly sessionInfo?: any
  readonly posture?: any
  readonly blockSha256?: any
  readonly confirmed?: any
  readonly delivered?: any
  readonly requestAgent?: any
  readonly role?: any
  readonly summary?: any
  readonly parentID?: any
  readonly [key: string]: any
}
/* eslint-enable @typescript-eslint/no-explicit-any */

/** The lines of a file of the log. */
export const readLogLines = (file: string): ReadonlyArray<Line> =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)

/** Writes a file of the log. Text is written as it is, without a line end. */
export const writeLines = (file: string, lines: ReadonlyArray<Line | string>): void =>
  writeFileSync(file, lines.map((line) => (typeof line === 'string' ? line : `${JSON.stringify(line)}\n`)).join(''))

/** A copy of the recorded run of a generation of the harness, for one test to spoil. */
export const copyRecording = (generation: 1 | 2 = 1): Recording => {
  const folder = mkdtempSync(join(tmpdir(), 'active-mode-audit-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(recorded('', generation), folder, { recursive: true })
  const campaign = JSON.parse(readFileSync(join(folder, 'campaign.json'), 'utf8')) as Record<
    'director' | 'copilot' | 'child' | 'fork',
    string
  >
  const log = join(folder, 'decisions')
  const exported = join(folder, 'export.json')
  return {
    ...campaign,
    folder,
    log,
    export: exported,
    editLines: (session, edit) => {
      const file = join(log, `${session}.jsonl`)
      writeLines(file, edit(readLogLines(file)))
    },
    editExport: (edit) => writeFileSync(exported, edit(readFileSync(exported, 'utf8'))),
    findings: async (more = []) => {
      const { stdout, stderr } = await runTool(['audit', '--log', log, '--export', exported, '--json', ...more])
      if (stdout === '') throw new Error(stderr)
      return (JSON.parse(stdout) as { findings: ReadonlyArray<{ id: string }> }).findings.map(({ id }) => id)
    },
  }
}

/** The registries beside a log. */
export const registryNames = (log: string): ReadonlyArray<string> => readdirSync(join(log, 'registries'))
