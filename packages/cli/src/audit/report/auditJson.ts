import type { AuditTotals } from '../AuditTotals.js'
import type { Coverage, Notice } from '../Coverage.js'
import type { Finding } from '../Finding.js'
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
