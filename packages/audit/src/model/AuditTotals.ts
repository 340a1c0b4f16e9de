import type { PostureSummary } from '@active-mode/core'
import type { FindingId } from './Finding.js'

/** What an audit counted. */
export interface AuditTotals {
  readonly sessions: number
  readonly decisions: number
  /** Decisions by the outcome that the log records. */
  readonly outcomes: Readonly<Record<PostureSummary['_tag'], number>>
  readonly storeTurns: number
  readonly compactions: number
  readonly findings: Readonly<Partial<Record<FindingId, number>>>
}
