import type { PostureSummary } from '@active-mode/core'
import type { Place } from '../logs/LogRecord.js'
import type { Finding, FindingId } from './Finding.js'

/** What an audit of a session yields, one after another. */
export type AuditEvent =
  | { readonly _tag: 'session'; readonly session: AuditedSession }
  | { readonly _tag: 'finding'; readonly finding: Finding }
  | { readonly _tag: 'request'; readonly request: AuditedRequest }
  | { readonly _tag: 'compaction'; readonly compaction: AuditedCompaction }
  | { readonly _tag: 'gap'; readonly gap: UndecidedTurns }
  /** A director that came out of a compaction, and the store does not prove whether it read its ledger before it acted. */
  | { readonly _tag: 'unchecked-return'; readonly why: UncheckedReturn }
  /** Ends a session that the store knows. */
  | { readonly _tag: 'turns'; readonly turns: TurnCount; readonly nameless: NamelessLines }

/** The registry names ledgers in no form that can be told from other files, or a call is stored without what it was given. */
export type UncheckedReturn = 'ledger-form' | 'call-input'

/** A session that is audited; its events follow. */
export interface AuditedSession {
  readonly sessionId: string
  /** Whether the store knows it. `null` where no store was given. */
  readonly inStore: boolean | null
  /** What the store calls it, and the folder it works in; `null` where no store tells. */
  readonly title: string | null
  readonly folder: string | null
}

/** One decision of the log, and the posture that deciding it again gives. */
export interface AuditedRequest {
  readonly sessionId: string
  readonly messageId: string | null
  readonly at: string
  /** The agent that the request was for, by the best source there is: the store, else the harness, else the session. */
  readonly agent: string | null
  readonly recorded: PostureSummary
  /** `null` where its registry is missing. */
  readonly redecided: PostureSummary | null
  readonly blockBytes: number
  readonly carriesBlock: boolean
  readonly confirmed: boolean | null
  /** Whether the block was seen in the body that went out; `null` where nothing could be seen, as on the harness 1.x, or there was none. */
  readonly delivered: boolean | null
  readonly elapsedMs: number
  readonly registry: string
  readonly place: Place
  readonly findings: ReadonlyArray<FindingId>
}

/** One compaction of the store. */
export interface AuditedCompaction {
  readonly sessionId: string
  readonly messageId: string
  readonly at: string
  readonly agent: string | null
  readonly ledgers: ReadonlyArray<string>
  readonly findings: ReadonlyArray<FindingId>
}

/** The lines of a harness 2.x that name no message: how many belong to a step by their place, and how many to none, such as requests beside the turns. */
export interface NamelessLines {
  readonly byOrder: number
  readonly toNone: number
}

/** Turns of the store that answer one message and that the log has no decision for. */
export interface UndecidedTurns {
  readonly sessionId: string
  readonly messageId: string | null
  readonly at: string
  readonly agent: string | null
  readonly count: number
}

/** One row of `audit --json --rows`: what the page draws as one mark. */
export type AuditRow =
  | ({ readonly kind: 'request' } & AuditedRequest)
  | ({ readonly kind: 'compaction' } & AuditedCompaction)
  | ({ readonly kind: 'gap' } & UndecidedTurns)

/** The row of an event; `null` where it is none. */
export const rowOf = (event: AuditEvent): AuditRow | null => {
  switch (event._tag) {
    case 'request':
      return { kind: 'request', ...event.request }
    case 'compaction':
      return { kind: 'compaction', ...event.compaction }
    case 'gap':
      return { kind: 'gap', ...event.gap }
    case 'session':
    case 'finding':
    case 'turns':
    case 'unchecked-return':
      return null
  }
}

/** Why a turn of the store is not checked against the log. The ids are stable: the report counts by them. */
export const turnExcuses = [
  'copied-by-fork',
  'never-answered',
  'still-open',
  'answers-nothing',
  'before-since',
  'before-log',
  'after-log',
  'log-unread',
] as const

export type TurnExcuse = (typeof turnExcuses)[number]

/** The turns of a session in the store: how many had to be in the log, and why the others had not. */
export interface TurnCount {
  readonly held: number
  readonly notHeld: Readonly<Partial<Record<TurnExcuse, number>>>
}
