import type { DroppedRecord, ForeignRecord, TornRecord, UnreadRecord } from '../logs/LogRecord.js'
import type { Finding } from './Finding.js'
import type { ExcusedTurn } from './judgeGaps.js'

/** The finding of a line, or file, that is not what the plugin writes. */
export const damageFinding = (sessionId: string, { _tag, place, why }: ForeignRecord | UnreadRecord): Finding => ({
  id: _tag === 'foreign' ? 'foreign-line' : 'unreadable-file',
  sessionId,
  messageId: null,
  at: null,
  place,
  evidence: { why },
})

/** The most turns that a lost line is said to be perhaps of. */
const mostNamed = 5

/** The finding of a lost line, with the turns without a decision that it may have been of; `excused` is `null` where no store lists the turns. */
export const lostFinding = (
  sessionId: string,
  record: TornRecord | DroppedRecord,
  excused: ReadonlyArray<ExcusedTurn> | null,
): Finding => {
  const mayStandFor =
    excused === null
      ? 'not known: no turns were read'
      : excused.length === 0
        ? 'no turn: each has its decision'
        : excused.slice(0, mostNamed)
  switch (record._tag) {
    case 'torn':
      return {
        id: 'torn-line',
        sessionId,
        messageId: record.messageId,
        at: null,
        place: record.place,
        evidence: record.messageId === null ? { mayStandFor } : { standsFor: record.messageId },
      }
    case 'dropped':
      return {
        id: 'dropped-lines',
        sessionId,
        messageId: null,
        at: record.at,
        place: record.place,
        evidence: { dropped: record.dropped, mayStandFor },
      }
  }
}
