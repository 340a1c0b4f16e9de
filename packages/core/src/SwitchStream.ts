import type { MonotonicKey } from './MonotonicKey.js'

/** What an agent record is. A compaction is a kind of its own: it is no turn of an agent and never a switch. */
export type AgentRecordKind = 'user' | 'assistant' | 'compaction' | 'agent-switched'

/** Which agent spoke or was selected, at one place of the order. It carries no time and no text, so neither can decide anything. */
export interface AgentRecord {
  readonly kind: AgentRecordKind
  readonly agent: string
  readonly key: MonotonicKey
  /** The key of the user record that an assistant record answers; `null` where there is none. */
  readonly answers: MonotonicKey | null
}

/** The agent records of one session, or why there are none to look at. */
export type SwitchStream = UnreadStream | UnavailableStream | RecordStream

/** Nothing was read: the primary path needs no stream. */
export interface UnreadStream {
  readonly _tag: 'unread'
}

/** The stream was asked for and could not be had. */
export interface UnavailableStream {
  readonly _tag: 'unavailable'
  readonly detail: string
}

/** Records of one store. Their order in the array is no evidence. */
export interface RecordStream {
  readonly _tag: 'records'
  readonly store: string
  readonly records: ReadonlyArray<AgentRecord>
}

/** No stream was asked for. */
export const unread: SwitchStream = { _tag: 'unread' }

/** The stream could not be had; `detail` is for people. */
export const unavailable = (detail: string): SwitchStream => ({ _tag: 'unavailable', detail })

/** The records of a store. */
export const records = (store: string, agentRecords: ReadonlyArray<AgentRecord>): SwitchStream => ({
  _tag: 'records',
  store,
  records: agentRecords,
})
