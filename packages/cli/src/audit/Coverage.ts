import type { StoreCoverage } from '../store/live/SessionStore.js'

/** What an audit looked at, so that "no findings" is never read as more than it is. Times are ISO 8601, UTC; `null` where nothing tells them. */
export interface Coverage {
  readonly log: LogCoverage
  readonly stores: ReadonlyArray<StoreCoverage>
}

export interface LogCoverage {
  readonly files: number
  readonly emptyFiles: number
  readonly unreadFiles: number
  /** When its first and its last line were written. */
  readonly from: string | null
  readonly until: string | null
}

/** The kinds of notice. The ids are stable. */
export const noticeIds = [
  'store-not-read',
  'store-unread',
  'store-shares-no-session',
  'log-empty',
  'nothing-in-range',
  'log-file-unread',
  'store-passed-over',
  'sessions-not-in-store',
  'lines-without-message',
  'returns-not-checked',
] as const

export type NoticeId = (typeof noticeIds)[number]

/** What was not looked at, in a sentence. No finding: nothing is known to be wrong. */
export interface Notice {
  readonly id: NoticeId
  readonly text: string
}
