import type {
  DroppedRecord,
  ForeignRecord,
  LoggedDecision,
  LogRecord,
  TornRecord,
  UnreadRecord,
} from '../logs/LogRecord.js'
import type { LogSpan } from '../logs/LogSpan.js'
import { generationOf } from '../setup/HarnessFound.js'
import type { StoreSession } from '../store/StoreSession.js'
import type { AuditEvent, NamelessLines } from './AuditEvent.js'
import type { AuditPorts } from './AuditPorts.js'
import type { Finding } from './Finding.js'
import { countTurns, factsOf, indexTurns, type MessageTurns, noTurns, turnsNamed } from './indexTurns.js'
import { joinByOrder } from './joinByOrder.js'
import type { RequestFacts } from './judgeCarriage.js'
import { judgeCompactions } from './judgeCompactions.js'
import { judgeDecision } from './judgeDecision.js'
import { type ExcusedTurn, judgeGaps } from './judgeGaps.js'
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
 * once, as they come; held are only the store's turns, and of the harness 2.x the few lines that have to wait for others.
 */
export function* auditSession(
  { sessionId, records, store, span }: SessionEvidence,
  ports: AuditPorts,
): Generator<AuditEvent> {
  const turns = store === null ? noTurns : indexTurns(store, ports.since, span)
  const order = watchOrder()
  const registries: { readonly since: number; readonly registry: string }[] = []
  /** Requests that were decided, and of which the log does not say which. */
  let unplaced = 0
  let lines = 0
  let isLogRead = true
  /** Told last: which turn a lost line may have been of shows only when all lines are read. */
  const lost: (TornRecord | DroppedRecord)[] = []
  const setBack = new Set<LoggedDecision>()

  /** Decisions for another agent than the step's: right where a later try was for that one. The first of them is judged when the next one comes. */
  const held = new Map<MessageTurns, LoggedDecision>()
  const nameless: LoggedDecision[] = []

  const account = (messageId: string | null, count = 1): void => {
    const turn = messageId === null ? undefined : turnsNamed(turns, messageId)
    if (turn === undefined) unplaced += messageId === null ? count : 0
    else turn.decided += count
  }

  function* judge(decision: LoggedDecision, facts: RequestFacts): Generator<AuditEvent> {
    const { request, findings } = judgeDecision(decision, facts, ports)
    yield* findings.map((finding): AuditEvent => ({ _tag: 'finding', finding }))
    yield {
      _tag: 'request',
      request: setBack.has(decision) ? { ...request, findings: ['clock-set-back', ...request.findings] } : request,
    }
  }

  function* judgeStep(step: MessageTurns, decision: LoggedDecision): Generator<AuditEvent> {
    const earlier = held.get(step)
    held.delete(step)
    if (earlier !== undefined) yield* judge(earlier, { ...factsOf(step), storeAgent: null })
    if (agentOf(decision) === step.agent) yield* judge(decision, factsOf(step))
    else held.set(step, decision)
  }

  function* see(decision: LoggedDecision): Generator<AuditEvent> {
    const { messageId, registry, at } = decision.entry
    if (registries.at(-1)?.registry !== registry) registries.push({ since: Date.parse(at), registry })
    if (store !== null && isNameless(decision)) {
      nameless.push(decision)
      return
    }
    const back = order.see(decision)
    if (back !== null) {
      setBack.add(decision)
      yield { _tag: 'finding', finding: back }
    }
    const turn = messageId === null ? undefined : turnsNamed(turns, messageId)
    account(messageId)
    if (turn?.isStep === true) yield* judgeStep(turn, decision)
    else yield* judge(decision, factsOf(turn))
  }

  /** What had to wait until all lines were read. */
  function* judgeHeld(): Generator<AuditEvent, NamelessLines> {
    for (const [step, decision] of held) yield* judge(decision, factsOf(step))
    const joined = joinByOrder(nameless, turns)
    for (const [decision, step] of joined) yield* judge(decision, step === null ? besideTheTurns : factsOf(step))
    const byOrder = joined.filter(([, step]) => step !== null).length
    return { byOrder, toNone: joined.length - byOrder }
  }

  for (const record of records) {
    if (isBefore(record, ports.since)) continue
    lines += 1
    if (record._tag === 'decision') yield* see(record)
    else if (record._tag === 'foreign') yield { _tag: 'finding', finding: foreignFinding(sessionId, record) }
    else if (record._tag === 'unread') {
      isLogRead = false
      yield { _tag: 'finding', finding: unreadFinding(sessionId, record) }
    } else {
      account(record._tag === 'torn' ? record.messageId : null, record._tag === 'torn' ? 1 : record.dropped)
      lost.push(record)
    }
  }
  const counted = yield* judgeHeld()
  const writers = order.end()
  if (writers !== null) yield { _tag: 'finding', finding: writers }
  if (store === null) {
    yield* tellLost(sessionId, lost, null)
    return
  }
  yield* store.unreadable.map((messageId): AuditEvent => ({
    _tag: 'finding',
    finding: { id: 'unreadable-message', sessionId, messageId, at: null, place: null, evidence: {} },
  }))
  yield* tellLost(sessionId, lost, isLogRead ? yield* judgeGaps(sessionId, turns, unplaced, lines > 0) : null)
  yield { _tag: 'turns', turns: countTurns(store, turns, ports.since, span, isLogRead), nameless: counted }
  yield* judgeCompactions(
    store,
    Math.max(ports.since, span.from),
    (ms) => (registries.findLast(({ since }) => since <= ms) ?? registries[0])?.registry ?? null,
    ports,
  )
}

/** A request beside the turns: no message is stored for it, and where nothing confirmed it, it was never sent. */
const besideTheTurns: RequestFacts = { storeAgent: null, followsCompaction: false, neverAnswered: true }

/** A line of a harness 2.x without a message: of a request beside the turns, or of one whose step was not told. They may be written late. */
const isNameless = ({ entry: { messageId, harness } }: LoggedDecision): boolean =>
  messageId === null && harness !== null && generationOf(harness) > 1

/** The agent that a decision turned out to be for, or was made for where nobody said. */
const agentOf = ({ entry: { requestAgent, sessionInfo } }: LoggedDecision): string | null =>
  requestAgent ?? (sessionInfo._tag === 'unknown' ? null : sessionInfo.agent)

const isBefore = (record: LogRecord, since: number): boolean =>
  record._tag === 'decision'
    ? Date.parse(record.entry.at) < since
    : record._tag === 'dropped' && Date.parse(record.at) < since

const foreignFinding = (sessionId: string, { place, why }: ForeignRecord): Finding => ({
  id: 'foreign-line',
  sessionId,
  messageId: null,
  at: null,
  place,
  evidence: { why },
})

const unreadFinding = (sessionId: string, { place, why }: UnreadRecord): Finding => ({
  id: 'unreadable-file',
  sessionId,
  messageId: null,
  at: null,
  place,
  evidence: { why },
})

/** The most turns that a lost line is said to be perhaps of. */
const mostNamed = 5

/** The lost lines, each with the turns without a decision that it may have been of; `null` where no store tells of turns. */
const tellLost = (
  sessionId: string,
  lost: ReadonlyArray<TornRecord | DroppedRecord>,
  excused: ReadonlyArray<ExcusedTurn> | null,
): ReadonlyArray<AuditEvent> =>
  lost.map((record): AuditEvent => ({ _tag: 'finding', finding: lostFinding(sessionId, record, excused) }))

const lostFinding = (
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
