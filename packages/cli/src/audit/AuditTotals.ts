import type { PostureSummary } from '@active-mode/core'
import type { NamelessLines } from './AuditEvent.js'
import type { FindingId } from './Finding.js'
import type { TurnExcuse } from './TurnExcuse.js'

/** What an audit counted. Of a store that was not read every count is `null`: nothing read is not nothing found. */
export interface AuditTotals {
  /** Sessions with a decision in what was audited. */
  readonly sessions: number
  readonly decisions: number
  /** Decisions by the outcome that the log records. */
  readonly outcomes: Readonly<Record<PostureSummary['_tag'], number>>
  /** Of `sessions`, those that the store knows. */
  readonly sessionsInStore: number | null
  readonly storeTurns: number | null
  /** Turns of the store that had to be in the log, and the others by why they had not. */
  readonly turnsHeld: number | null
  readonly turnsNotHeld: Readonly<Partial<Record<TurnExcuse, number>>> | null
  readonly compactions: number | null
  readonly linesWithoutMessage: NamelessLines | null
  readonly findings: Readonly<Partial<Record<FindingId, number>>>
}
