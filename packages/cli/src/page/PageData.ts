import type { AuditRow } from '../audit/AuditEvent.js'
import type { FindingId } from '../audit/Finding.js'
import type { AuditReport } from '../audit/report/json.js'

/** What the page shows of the audit as a whole. */
export type PageHead = Omit<AuditReport, 'findings'>

/** One session of the page. */
export interface PageSession {
  readonly id: string
  readonly inStore: boolean | null
  readonly title: string | null
  readonly folder: string | null
  /** In the order of its timeline. */
  readonly marks: ReadonlyArray<PageMark>
  readonly findings: ReadonlyArray<PageFinding>
}

/** One place of a timeline: a row of the audit. */
export type PageMark = AuditRow

export interface PageFinding {
  readonly id: FindingId
  readonly messageId: string | null
  /** ISO 8601, UTC. */
  readonly at: string | null
  /** File and line of the log; empty where it is not of one. */
  readonly where: string
  readonly evidence: string
  /** The index of the mark that shows it; `null` where it is one of the session as a whole. */
  readonly mark: number | null
}

/** When a mark was, in milliseconds since the epoch. */
export const timeOf = ({ at }: PageMark): number => Date.parse(at)
