import type { DroppedRecord, ForeignRecord, TornRecord } from '../logs/LogRecord.js'
import { attributesOf, type LogEvent } from './LogEvent.js'

/** A line that holds no decision that can be read. */
export type DamagedRecord = TornRecord | ForeignRecord | DroppedRecord

/** What `audit` calls each damage. */
const damageNames = {
  torn: 'torn-line',
  foreign: 'foreign-line',
  dropped: 'dropped-lines',
} as const satisfies Readonly<Record<DamagedRecord['_tag'], string>>

interface LinePlace {
  readonly uid: string
  /** The session whose file the line is in; `null` where sessions share it. */
  readonly sessionId: string | null
  readonly file: string
  /** When the line, or the last one before it that tells, was written, in milliseconds since the epoch; 0 where none does. */
  readonly at: number
}

/** The event that says that decisions are missing here, or may be. Of the content of the line it holds nothing. */
export const damageEvent = (record: DamagedRecord, { uid, sessionId, file, at }: LinePlace): LogEvent => ({
  name: 'active_mode.log_damage',
  uid,
  at,
  severity: 'WARN',
  plugin: null,
  harness: null,
  attributes: attributesOf({
    'log.record.uid': uid,
    'gen_ai.conversation.id': sessionId,
    'log.file.name': file,
    'active_mode.damage': damageNames[record._tag],
    'active_mode.dropped': record._tag === 'dropped' ? record.dropped : null,
    'active_mode.message.id': record._tag === 'torn' ? record.messageId : null,
  }),
})
