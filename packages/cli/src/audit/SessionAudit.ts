import type { DroppedRecord, LoggedDecision, LogRecord, TornRecord } from '../logs/LogRecord.js'
import { generationOf } from '../setup/HarnessSetup.js'
import type { StoreSession, ToolCall } from '../store/StoreSession.js'
import type { AuditEvent, NamelessLines } from './AuditEvent.js'
import type { AuditPorts, LogSpan } from './AuditPorts.js'
import type { Finding } from './Finding.js'
import type { RequestFacts } from './judgeCarriage.js'
import { judgeCompactions } from './judgeCompactions.js'
import type { Judge } from './judgeDecision.js'
import { judgeGaps } from './judgeGaps.js'
import { judgeReturns } from './judgeReturns.js'
import { judgeSwitches } from './judgeSwitches.js'
import { damageFinding, lostFinding } from './lineFindings.js'
import { createOrderWatch } from './OrderWatch.js'
import {
  countTurns,
  createTurnIndex,
  factsOf,
  joinByOrder,
  type MessageTurns,
  noTurns,
  turnsNamed,
} from './TurnIndex.js'

/** What is known of one session beside its lines of the log. */
export interface SessionEvidence {
  readonly sessionId: string
  readonly store: StoreSession | null
  /** The calls of tools by an answer that the store has. */
  readonly callsOf: (messageId: string) => ReadonlyArray<ToolCall>
  /** When a turn of this session has to be in the log. */
  readonly span: LogSpan
}

/** The audit of one session while its lines are read: every decision again, each turn of the store against the log, each compaction. */
export interface SessionAudit {
  /** Takes the next line of the log, in the log's order. */
  readonly see: (record: LogRecord) => ReadonlyArray<AuditEvent>
  /** What only shows when all lines are read. */
  readonly end: () => Iterable<AuditEvent>
}

/** Begins the audit of a session. It holds only the store's turns and, of the harness 2.x, the few lines that have to wait for others. */
export const createSessionAudit = (
  { sessionId, store, callsOf, span }: SessionEvidence,
  ports: AuditPorts,
  judgeDecision: Judge,
): SessionAudit => {
  const turns = store === null ? noTurns : createTurnIndex(store, ports.since, span)
  const order = createOrderWatch()
  const registries: { readonly since: number; readonly registry: string }[] = []
  /** Decisions that are lost or name no message, so that the log does not say which request they were for. */
  let unplaced = 0
  let lines = 0
  let isLogRead = true
  const lost: (TornRecord | DroppedRecord)[] = []
  const setBack = new Set<LoggedDecision>()
  /** Decisions for another agent than the step's: right where a later try was for that one. The first is judged when the next one comes. */
  const held = new Map<MessageTurns, LoggedDecision>()
  const nameless: LoggedDecision[] = []

  const turnOf = (messageId: string | null): MessageTurns | undefined =>
    messageId === null ? undefined : turnsNamed(turns, messageId)

  const account = (messageId: string | null, turn: MessageTurns | undefined, count = 1): void => {
    if (turn === undefined) unplaced += messageId === null ? count : 0
    else turn.decided += count
  }

  const judge = (decision: LoggedDecision, facts: RequestFacts): ReadonlyArray<AuditEvent> => {
    const { request, findings } = judgeDecision(decision, facts)
    const event: AuditEvent = {
      _tag: 'request',
      request: setBack.has(decision) ? { ...request, findings: ['clock-set-back', ...request.findings] } : request,
    }
    return findings.length === 0 ? [event] : [...findings.map(found), event]
  }

  const judgeStep = (step: MessageTurns, decision: LoggedDecision): ReadonlyArray<AuditEvent> => {
    const earlier = held.get(step)
    held.delete(step)
    const judged = earlier === undefined ? [] : judge(earlier, { ...factsOf(step), storeAgent: null })
    if (agentOf(decision) === step.agent) return [...judged, ...judge(decision, factsOf(step))]
    held.set(step, decision)
    return judged
  }

  const seeDecision = (decision: LoggedDecision): ReadonlyArray<AuditEvent> => {
    const { messageId, registry, at } = decision.entry
    if (registries.at(-1)?.registry !== registry) registries.push({ since: Date.parse(at), registry })
    if (store !== null && isNameless(decision)) {
      nameless.push(decision)
      return []
    }
    const back = order.see(decision)
    if (back !== null) setBack.add(decision)
    const turn = turnOf(messageId)
    account(messageId, turn)
    const judged = turn?.isStep === true ? judgeStep(turn, decision) : judge(decision, factsOf(turn))
    return back === null ? judged : [found(back), ...judged]
  }

  function* judgeHeld(): Generator<AuditEvent, NamelessLines> {
    for (const [step, decision] of held) yield* judge(decision, factsOf(step))
    const joined = joinByOrder(nameless, turns)
    for (const [decision, step] of joined) yield* judge(decision, step === null ? besideTheTurns : factsOf(step))
    const byOrder = joined.filter(([, step]) => step !== null).length
    return { byOrder, toNone: joined.length - byOrder }
  }

  const registryAt = (ms: number): string | null =>
    (registries.findLast(({ since }) => since <= ms) ?? registries[0])?.registry ?? null

  return {
    see: (record) => {
      if (isBefore(record, ports.since)) return []
      lines += 1
      switch (record._tag) {
        case 'decision':
          return seeDecision(record)
        case 'unread':
          isLogRead = false
          return [found(damageFinding(sessionId, record))]
        case 'foreign':
          return [found(damageFinding(sessionId, record))]
        case 'torn':
          account(record.messageId, turnOf(record.messageId))
          lost.push(record)
          return []
        case 'dropped':
          account(null, undefined, record.dropped)
          lost.push(record)
          return []
      }
    },
    *end() {
      const joined = yield* judgeHeld()
      const writers = order.end()
      if (writers !== null) yield found(writers)
      if (store === null) {
        yield* lost.map((record) => found(lostFinding(sessionId, record, null)))
        return
      }
      yield* store.unreadable.map((messageId) =>
        found({ id: 'unreadable-message', sessionId, messageId, at: null, place: null, evidence: {} }),
      )
      const excused = isLogRead ? yield* judgeGaps(sessionId, turns, unplaced, lines > 0) : null
      yield* lost.map((record) => found(lostFinding(sessionId, record, excused)))
      yield { _tag: 'turns', turns: countTurns(store, turns, ports.since, span, isLogRead), nameless: joined }
      const from = Math.max(ports.since, span.from)
      yield* judgeCompactions(store, from, registryAt, ports)
      yield* judgeReturns(store, from, registryAt, callsOf, ports)
      yield* judgeSwitches(store, from, registryAt, ports)
    },
  }
}

const found = (finding: Finding): AuditEvent => ({ _tag: 'finding', finding })

/** A request beside the turns: no message is stored for it, and where nothing confirmed it, it was never sent. */
const besideTheTurns: RequestFacts = { storeAgent: null, followsCompaction: false, neverAnswered: true }

/** A line of a harness 2.x without a message: of a request beside the turns, or of one whose step was not known yet. They may be written late. */
const isNameless = ({ entry: { messageId, harness } }: LoggedDecision): boolean =>
  messageId === null && harness !== null && generationOf(harness) > 1

/** The agent that the harness named for a decision, or else the one that it was made for. */
const agentOf = ({ entry: { requestAgent, sessionInfo } }: LoggedDecision): string | null =>
  requestAgent ?? (sessionInfo._tag === 'unknown' ? null : sessionInfo.agent)

const isBefore = (record: LogRecord, since: number): boolean =>
  since > Number.NEGATIVE_INFINITY &&
  (record._tag === 'decision'
    ? Date.parse(record.entry.at) < since
    : record._tag === 'dropped' && Date.parse(record.at) < since)
