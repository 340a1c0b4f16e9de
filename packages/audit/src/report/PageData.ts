import type { AuditTotals } from '../model/AuditTotals.js'
import type { FindingId } from '../model/Finding.js'
import type { AuditScope } from './auditJson.js'

/** What the page draws, as compact as 100,000 requests ask for: repeated text stands once in a table and is named by its index. */
export interface PageData {
  readonly scope: AuditScope
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
  readonly marks: ReadonlyArray<PageMark>
  readonly findings: ReadonlyArray<PageFinding>
}

/** One place of a timeline. Times are milliseconds since the epoch; an agent of -1 is unknown. */
export type PageMark = RequestMark | CompactionMark | GapMark

export type RequestMark = readonly [
  kind: 'r',
  at: number,
  agent: number,
  messageId: string | null,
  posture: number,
  /** -1: the same; -2: could not be decided again. */
  redecided: number,
  blockBytes: number,
  carriesBlock: 0 | 1,
  confirmed: 0 | 1 | null,
  elapsedMs: number,
  registry: number,
  file: number,
  line: number,
]

export type CompactionMark = readonly [kind: 'c', at: number, agent: number, messageId: string, ledgers: ReadonlyArray<string>]

/** Turns of the store without a decision. */
export type GapMark = readonly [kind: 'g', at: number, agent: number, messageId: string | null, count: number]

/** `mark` is the place in the session's timeline that shows it; -1 where none does. */
export type PageFinding = readonly [text: number, messageId: string | null, at: string | null, where: string, evidence: string, mark: number]
