import type { AuditRow } from '../AuditEvent.js'
import type { Coverage, Notice } from '../Coverage.js'
import type { Finding } from '../Finding.js'
import type { AuditTotals } from '../Totals.js'
import { findingTexts } from './findingText.js'

/** What was audited. */
export interface AuditScope {
  readonly log: string
  readonly store: string | null
  readonly vault: string | null
  readonly session: string | null
  /** ISO 8601, UTC. */
  readonly since: string | null
}

/** What a report is made of, but for its rows. */
export interface AuditReport {
  readonly scope: AuditScope
  readonly coverage: Coverage
  readonly notices: ReadonlyArray<Notice>
  readonly totals: AuditTotals
  readonly findings: ReadonlyArray<Finding>
}

/** Where the rows wait until the findings are over: one list of a document cannot be written beside another. */
export interface RowSpool {
  readonly add: (text: string) => void
  /** All that was added, piece by piece. */
  readonly pieces: () => Iterable<string>
}

/** Writes the report of `audit --json`, as docs/schema/audit-report.v1.json has it: each finding as soon as it is found. */
export interface JsonReport {
  readonly finding: (finding: Finding) => void
  readonly row: (row: AuditRow) => void
  /** Ends the document, with what is only known now. `drained` settles when what was written is taken. */
  readonly end: (
    rest: Pick<AuditReport, 'coverage' | 'notices' | 'totals'>,
    drained: () => Promise<unknown>,
  ) => Promise<void>
}

/** Begins a report. Nothing is written before its first finding, so that an audit that refuses has written nothing. */
export const createJsonReport = (
  scope: AuditScope,
  rows: RowSpool | null,
  write: (text: string) => void,
): JsonReport => {
  let findings = 0
  let waiting: string[] = []
  let hasRows = false

  const head = (): string => `{\n  "v": 1,\n  "scope": ${indented(scope, 2)},\n  "findings": [`

  const spool = (): void => {
    if (rows === null || waiting.length === 0) return
    rows.add(`${hasRows ? ',' : ''}\n    ${waiting.join(',\n    ')}`)
    hasRows = true
    waiting = []
  }

  return {
    finding: ({ id, sessionId, messageId, at, place, evidence }) => {
      const shown = { id, sessionId, messageId, at, place, means: findingTexts[id].means, evidence }
      write(`${findings === 0 ? head() : ','}\n    ${indented(shown, 4)}`)
      findings += 1
    },
    row: (row) => {
      waiting.push(JSON.stringify(row))
      if (waiting.length >= rowsAtOnce) spool()
    },
    end: async ({ coverage, notices, totals }, drained) => {
      write(findings === 0 ? `${head()}]` : '\n  ]')
      for (const [key, value] of Object.entries({ coverage, notices, totals }))
        write(`,\n  "${key}": ${indented(value, 2)}`)
      if (rows !== null) {
        spool()
        write(',\n  "rows": [')
        for (const piece of rows.pieces()) {
          write(piece)
          await drained()
        }
        write(hasRows ? '\n  ]' : ']')
      }
      write('\n}\n')
    },
  }
}

const rowsAtOnce = 1000

/** A value as text, with so many blanks before each line but the first. */
const indented = (value: unknown, blanks: number): string =>
  JSON.stringify(value, null, 2).replaceAll('\n', `\n${' '.repeat(blanks)}`)
