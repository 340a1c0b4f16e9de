import type { AuditedCompaction, AuditedRequest, AuditEvent, UndecidedTurns } from './AuditEvent.js'

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
      return null
  }
}
