import type { BrokenBundle } from './Registry.js'
import type { SessionInfoFailure } from './SessionInfo.js'

/** Why no posture can be named. The reasons are data; the sentences are made where they are shown. */
export type UnresolvableReason =
  RegistryUnreadable | VersionGap | MapIncomplete | AmbiguousBinding | EvidenceConflict | SessionInfoFailed

/** The registry is there, or should be, and cannot be read (row 2). `detail` is for people and decides nothing. */
export interface RegistryUnreadable {
  readonly _tag: 'registry-unreadable'
  readonly detail: string
}

/** A manifest needs another reader than this build. `needs` is what the manifest says, as it says it. */
export interface VersionGap {
  readonly _tag: 'version-gap'
  readonly directory: string
  readonly what: 'floor' | 'schema'
  readonly needs: string
  readonly supports: string
}

/** No mode claims the agent, and a broken bundle does or might. */
export interface MapIncomplete {
  readonly _tag: 'map-incomplete'
  readonly agent: string
  readonly broken: ReadonlyArray<Pick<BrokenBundle, 'directory' | 'why'>>
}

/** Several modes claim the agent with the same right. */
export interface AmbiguousBinding {
  readonly _tag: 'ambiguous-binding'
  readonly agent: string
  readonly modes: ReadonlyArray<string>
}

/** The session's selection and its newest record name two agents, and the answer hangs on which. */
export interface EvidenceConflict {
  readonly _tag: 'evidence-conflict'
  readonly sessionAgent: string
  readonly recordAgent: string
}

/** The session-info call failed and the switch stream could not stand in for it. */
export interface SessionInfoFailed {
  readonly _tag: 'session-info-failed'
  readonly failure: SessionInfoFailure
  readonly fallback: NoFallback
}

/** Why the fallback has no answer. */
export type NoFallback = FallbackDeclined | FallbackFailed

/** The fallback refused to answer because it might lie. */
export interface FallbackDeclined {
  readonly _tag: 'declined'
  readonly why: DeclineWhy
}

/** What the fallback saw that might make its answer a lie (rows 7, 8 and 10). */
export type DeclineWhy = SwitchNewer | KeysNotComparable | AfterCompaction

/** An agent was selected after the last one that answered. */
export interface SwitchNewer {
  readonly _tag: 'switch-newer'
  readonly from: string
  readonly to: string
}

/** The records have no order: keys of two kinds, keys that cannot be read or lie too far apart, or two stories of one key (row 7). */
export interface KeysNotComparable {
  readonly _tag: 'keys-not-comparable'
}

/** The newest answer is a compaction, and the fallback is for failures of another cause only. */
export interface AfterCompaction {
  readonly _tag: 'compaction'
}

/** The fallback had nothing to answer from. */
export interface FallbackFailed {
  readonly _tag: 'failed'
  readonly why: FailedWhy
}

/** Why the fallback had no record to answer from (rows 6 and 9). */
export type FailedWhy = StreamUnread | StreamUnavailable | NoAssistantRecord

/** No stream was asked for (row 6). */
export interface StreamUnread {
  readonly _tag: 'stream-unread'
}

/** The stream was asked for and could not be had (row 6). `detail` is for people and decides nothing. */
export interface StreamUnavailable {
  readonly _tag: 'stream-unavailable'
  readonly detail: string
}

/** Nobody has answered yet in the records that were read (row 9). */
export interface NoAssistantRecord {
  readonly _tag: 'no-assistant-record'
}
