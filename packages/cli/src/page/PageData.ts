import type { Coverage, Notice } from '../audit/Coverage.js'
import type { FindingId } from '../audit/Finding.js'
import type { AuditScope } from '../audit/report/json.js'
import type { AuditTotals } from '../audit/Totals.js'
import type { PageFinding, PageMark } from './PageMark.js'

/** What the page draws, as compact as 100,000 requests ask for: repeated text stands once in a table and is named by its index. */
export interface PageData {
  readonly scope: AuditScope
  readonly coverage: Coverage
  readonly notices: ReadonlyArray<Notice>
  readonly totals: AuditTotals
  readonly findingTexts: ReadonlyArray<{ readonly id: FindingId; readonly means: string; readonly remedy: string }>
  readonly agents: ReadonlyArray<string>
  /** Posture summaries as JSON. */
  readonly postures: ReadonlyArray<string>
  readonly registries: ReadonlyArray<string>
  readonly files: ReadonlyArray<string>
  readonly sessions: ReadonlyArray<PageSession>
}

export interface PageSession {
  readonly id: string
  readonly inStore: boolean | null
  readonly title: string | null
  readonly folder: string | null
  readonly marks: ReadonlyArray<PageMark>
  readonly findings: ReadonlyArray<PageFinding>
}
