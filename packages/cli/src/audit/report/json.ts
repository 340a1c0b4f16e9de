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

/** The report of `audit --json`, as docs/schema/audit-report.v1.json has it. */
export const auditJson = ({ scope, coverage, notices, totals, findings }: AuditReport) => ({
  v: 1,
  scope,
  coverage,
  notices,
  totals,
  findings: findings.map(({ id, sessionId, messageId, at, place, evidence }) => ({
    id,
    sessionId,
    messageId,
    at,
    place,
    means: findingTexts[id].means,
    evidence,
  })),
})

const rowsAtOnce = 1000

/** Writes a document, and with it its rows, piece by piece: all of them at once may be longer than a text can be. */
export const writeJson = (
  document: object,
  rows: ReadonlyArray<object> | null,
  write: (text: string) => void,
): void => {
  const text = JSON.stringify(document, null, 2)
  if (rows === null) {
    write(`${text}\n`)
    return
  }
  write(`${text.slice(0, text.lastIndexOf('\n}'))},\n  "rows": [`)
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    write(
      `${at === 0 ? '' : ','}\n    ${rows
        .slice(at, at + rowsAtOnce)
        .map((row) => JSON.stringify(row))
        .join(',\n    ')}`,
    )
  write(`${rows.length === 0 ? '' : '\n  '}]\n}\n`)
}
