import type { Place } from '../logs/LogRecord.js'

/** The kinds of finding. The ids are stable: scripts may rely on them. */
export const findingIds = [
  'director-without-block',
  'compaction-without-block',
  'block-lost',
  'unresolvable-without-block',
  'copilot-with-block',
  'drift',
  'block-differs',
  'told-another-posture',
  'store-contradicts',
  'unconfirmed',
  'turn-without-decision',
  'director-switched-away',
  'acted-before-ledger',
  'summary-without-ledger',
  'ledger-missing',
  'registry-missing',
  'registry-forged',
  'registry-unreadable',
  'clock-set-back',
  'two-writers',
  'torn-line',
  'foreign-line',
  'dropped-lines',
  'unreadable-message',
  'unreadable-file',
] as const

export type FindingId = (typeof findingIds)[number]

/** What the audit found, where, and the facts that it rests on. Sentences are made where it is shown. */
export interface Finding {
  readonly id: FindingId
  readonly sessionId: string | null
  readonly messageId: string | null
  /** ISO 8601, UTC; `null` where nothing tells the time. */
  readonly at: string | null
  readonly place: Place | null
  readonly evidence: Readonly<Record<string, unknown>>
}
