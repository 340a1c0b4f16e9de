import type { AuditEvent } from '../model/AuditEvent.js'
import type { AuditPorts } from '../model/AuditPorts.js'
import type { Finding } from '../model/Finding.js'
import type { LogSpan } from '../model/LogSpan.js'
import type { LoggedDecision, LogRecord } from '../model/LogRecord.js'
import type { StoreSession } from '../model/StoreSession.js'
import { factsOf, indexTurns, type TurnIndex } from './indexTurns.js'
import { judgeCompactions } from './judgeCompactions.js'
import { judgeDecision } from './judgeDecision.js'
import { judgeGaps } from './judgeGaps.js'
import { watchOrder } from './watchOrder.js'

/** All that is known of one session: its lines of the log, in their order, and what the store says of it. */
export interface SessionEvidence {
  readonly sessionId: string
  readonly records: Iterable<LogRecord>
  readonly store: StoreSession | null
  /** When a turn of this session has to be in the log. */
  readonly span: LogSpan
}

/**
 * Audits one session: every decision again, each turn of the store against the log, each compaction. The lines are read
 * once, as they come; only the store's turns are held.
 */
export function* auditSession({ sessionId, records, store, span }: SessionEvidence, ports: AuditPorts): Generator<AuditEvent> {
  const turns: TurnIndex = store === null ? new Map() : indexTurns(store, ports.since, span)
  const order = watchOrder()
  const registries: Array<{ readonly since: number; readonly registry: string }> = []
  /** Requests that were decided, and of which the log does not say which. */
  let unplaced = 0
  let lines = 0

  const account = (messageId: string | null, count = 1): void => {
    const turn = messageId === null ? undefined : turns.get(messageId)
    if (turn === undefined) unplaced += messageId === null ? count : 0
    else turn.decided += count
  }

  function* see(decision: LoggedDecision): Generator<AuditEvent> {
    const { messageId, registry, at } = decision.entry
    account(messageId)
    if (registries.at(-1)?.registry !== registry) registries.push({ since: Date.parse(at), registry })
    const back = order.see(decision)
    const { request, findings } = judgeDecision(decision, factsOf(messageId === null ? undefined : turns.get(messageId)), ports)
    yield* [...(back === null ? [] : [back]), ...findings].map((finding): AuditEvent => ({ _tag: 'finding', finding }))
    yield { _tag: 'request', request: back === null ? request : { ...request, findings: [back.id, ...request.findings] } }
  }

  for (const record of records) {
    if (isBefore(record, ports.since)) continue
    lines += 1
    if (record._tag === 'decision') yield* see(record)
    else {
      if (record._tag === 'torn') account(record.messageId)
      if (record._tag === 'dropped') account(null, record.dropped)
      yield { _tag: 'finding', finding: lineFinding(sessionId, record) }
    }
  }
  const writers = order.end()
  if (writers !== null) yield { _tag: 'finding', finding: writers }
  if (store === null) return
  yield* store.unreadable.map((messageId): AuditEvent => ({ _tag: 'finding', finding: { id: 'unreadable-message', sessionId, messageId, at: null, place: null, evidence: {} } }))
  yield* judgeGaps(sessionId, turns, unplaced, lines > 0)
  yield* judgeCompactions(store, Math.max(ports.since, span.from), (ms) => (registries.findLast(({ since }) => since <= ms) ?? registries[0])?.registry ?? null, ports)
}

const isBefore = (record: LogRecord, since: number): boolean =>
  record._tag === 'decision' ? Date.parse(record.entry.at) < since : record._tag === 'dropped' && Date.parse(record.at) < since

const lineFinding = (sessionId: string, record: Exclude<LogRecord, LoggedDecision>): Finding => {
  const { place } = record
  switch (record._tag) {
    case 'torn':
      return { id: 'torn-line', sessionId, messageId: record.messageId, at: null, place, evidence: {} }
    case 'foreign':
      return { id: 'foreign-line', sessionId, messageId: null, at: null, place, evidence: { why: record.why } }
    case 'dropped':
      return { id: 'dropped-lines', sessionId, messageId: null, at: record.at, place, evidence: { dropped: record.dropped } }
  }
}
