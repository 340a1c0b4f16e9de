import { timesIn } from '@active-mode/harness-adapter/library'
import type { LogRecord } from '../logs/LogRecord.js'
import { parseLogLine } from '../logs/parseLogLine.js'
import { damageEvent } from './damageEvent.js'
import { decisionEvent } from './decisionEvent.js'
import type { LogEvent } from './LogEvent.js'

/** A line of a file of the log. */
export interface FileLine {
  /** What the files of one session have in common in their names: its id, or `other`. */
  readonly base: string
  readonly file: string
  readonly text: string
  /** The byte at which it begins. */
  readonly start: number
  /** When the last line before it that tells was written; 0 where none does. Milliseconds since the epoch. */
  readonly before: number
}

/**
 * The events of a line: usually one, none of an empty line, more where a line was torn and others were glued to it. `hash` gives the id
 * of an event. The id stands on the session, the place in its file and the text, all of which stay when a file is put aside or copied.
 */
export const lineEvents = (line: FileLine, hash: (text: string) => string): ReadonlyArray<LogEvent> => {
  const { base, file, text, start, before } = line
  if (text.trim() === '') return []
  const sessionId = base === 'other' ? null : base
  return parseLogLine(text, { file, line: 0 }).flatMap((parsed, place) => {
    const uid = hash(JSON.stringify([base, start, place, text]))
    const record = ownRecord(parsed, sessionId)
    switch (record._tag) {
      case 'decision':
        return [decisionEvent(record.entry, uid)]
      case 'torn':
      case 'foreign':
      case 'dropped':
        return [damageEvent(record, { uid, sessionId, file, at: timesIn(text)[0] ?? before })]
      case 'unread':
        return []
    }
  })
}

/** A decision of another session in the file of this one was not written there by the plugin. */
const ownRecord = (record: LogRecord, sessionId: string | null): LogRecord =>
  record._tag === 'decision' && sessionId !== null && record.entry.sessionId !== sessionId
    ? { _tag: 'foreign', place: record.place, why: 'a decision of another session' }
    : record
