import type { AuditTotals } from '../model/AuditTotals.js'
import type { Finding } from '../model/Finding.js'
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

/** The report of `audit --json`, as docs/schema/audit-report.v1.json has it. */
export const auditJson = (scope: AuditScope, totals: AuditTotals, findings: ReadonlyArray<Finding>) => ({
  v: 1,
  scope,
  totals,
  findings: findings.map(({ id, sessionId, messageId, at, place, evidence }) => ({ id, sessionId, messageId, at, place, means: findingTexts[id].means, evidence })),
})
