import type { DecisionLogEntry, RegistryBundle } from '@active-mode/core'
import type { LineForm } from './LineForm.js'

/** Where something stands in the log: a file below its folder, and a line, counted from 1. */
export interface Place {
  readonly file: string
  readonly line: number
}

/** What one line of the log turned out to be. */
export type LogRecord = LoggedDecision | DroppedRecord | TornRecord | ForeignRecord | UnreadRecord

export interface LoggedDecision {
  readonly _tag: 'decision'
  readonly place: Place
  readonly entry: DecisionLogEntry
  /** Decisions of one form differ in their session, message and times only, so that the same follows from each; `null` where that is not known. */
  readonly form: LineForm | null
}

/** Lines that the writer could not write before this one. */
export interface DroppedRecord {
  readonly _tag: 'dropped'
  readonly place: Place
  readonly at: string
  readonly dropped: number
}

/** The beginning of one of our lines without its end. `messageId` is what can still be read of it. */
export interface TornRecord {
  readonly _tag: 'torn'
  readonly place: Place
  readonly messageId: string | null
}

/** A line that the plugin did not write. Its content is unknown, so it is not repeated. */
export interface ForeignRecord {
  readonly _tag: 'foreign'
  readonly place: Place
  readonly why: string
}

/** From here on a file of the log cannot be read. */
export interface UnreadRecord {
  readonly _tag: 'unread'
  readonly place: Place
  readonly why: string
}

/** A registry that the log refers to by its hash, or why there is none to decide with. */
export type StoredRegistry =
  | { readonly _tag: 'found'; readonly bundle: RegistryBundle }
  | { readonly _tag: 'missing' }
  /** The file's bytes have another hash than its name says. */
  | { readonly _tag: 'forged'; readonly actual: string }
  /** The hash is right and the content is no registry that this build can read. */
  | { readonly _tag: 'unreadable'; readonly detail: string }
