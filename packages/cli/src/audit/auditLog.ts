import { type LogFolder, readRecords } from '../logs/live/LogFolder.js'
import type { LogRecord } from '../logs/LogRecord.js'
import type { SessionStore } from '../store/live/SessionStore.js'
import type { AuditEvent } from './AuditEvent.js'
import type { AuditPorts } from './AuditPorts.js'
import type { FindingId } from './Finding.js'
import { createJudge } from './judgeDecision.js'
import { createSessionAudit } from './SessionAudit.js'

export interface AuditRequest {
  readonly log: LogFolder
  readonly store: SessionStore | null
  /** Only this session. */
  readonly session: string | null
  /** Whether this machine logs nothing now, since it has no registry: then no turn after the last line is missing. */
  readonly isSilent: boolean
  readonly ports: AuditPorts
}

/** Audits all sessions that the log or the store knows, one after another. Nothing of a session is kept afterwards. */
export function* auditLog({ log, store, session, isSilent, ports }: AuditRequest): Generator<AuditEvent> {
  const isNew = createRegistryFilter()
  const judge = createJudge(ports)
  const until = isSilent ? log.ended : Number.POSITIVE_INFINITY
  const wanted = sessionsOf(log, store).filter(({ sessionId }) => session === null || sessionId === session)
  store?.expect(wanted.map(({ sessionId }) => sessionId))
  for (const { sessionId, records, began } of wanted) {
    const known = store?.read(sessionId) ?? null
    yield {
      _tag: 'session',
      session: {
        sessionId,
        inStore: store === null ? null : known !== null,
        title: known?.title ?? null,
        folder: known?.folder ?? null,
      },
    }
    const audit = createSessionAudit(
      {
        sessionId,
        store: known,
        callsOf: (messageId) => store?.callsOf(sessionId, messageId) ?? [],
        span: { from: Math.min(began, log.wholeFrom), until },
      },
      ports,
      judge,
    )
    for (const record of records) for (const event of audit.see(record)) if (isNew(event)) yield event
    for (const event of audit.end()) if (isNew(event)) yield event
  }
}

interface Logged {
  readonly sessionId: string
  readonly records: Iterable<LogRecord>
  /** When the first line of the session was written, in milliseconds since the epoch; `Infinity` where it has none. */
  readonly began: number
}

/** The sessions of log and store, oldest first: the harness's ids descend. */
const sessionsOf = (log: LogFolder, store: SessionStore | null): ReadonlyArray<Logged> => {
  const groups = new Map(
    log.groups.flatMap((group) => (group.sessionId === null ? [] : [[group.sessionId, group] as const])),
  )
  const shared = log.groups.find(({ sessionId }) => sessionId === null)
  const sharing =
    shared === undefined ? new Map<string, ReadonlyArray<LogRecord>>() : bySession(readRecords(log, shared))
  const ids = new Set([...groups.keys(), ...(store?.ids ?? []).filter((id) => !sharing.has(id))])
  const own = [...ids]
    .toSorted()
    .toReversed()
    .map((sessionId) => {
      const group = groups.get(sessionId)
      return {
        sessionId,
        records: group === undefined ? [] : readRecords(log, group),
        began: group?.began ?? Number.POSITIVE_INFINITY,
      }
    })
  return [...own, ...[...sharing].map(([sessionId, records]) => ({ sessionId, records, began: firstTime(records) }))]
}

/**
 * The records of a file that sessions share, by session, in their order; what is no decision goes to the first of them.
 * Read once, and held: only ids that no harness makes share a file.
 */
const bySession = (records: Iterable<LogRecord>): ReadonlyMap<string, ReadonlyArray<LogRecord>> => {
  const sessions = new Map<string, LogRecord[]>()
  const first: LogRecord[] = []
  for (const record of records) {
    if (record._tag !== 'decision') {
      first.push(record)
      continue
    }
    const { sessionId } = record.entry
    const own = sessions.get(sessionId) ?? (sessions.size === 0 ? first : [])
    sessions.set(sessionId, own)
    own.push(record)
  }
  return sessions.size === 0 ? new Map([['other', first]]) : sessions
}

const firstTime = (records: ReadonlyArray<LogRecord>): number => {
  const first = records.find((record) => record._tag === 'decision')
  const time = first === undefined ? Number.NaN : Date.parse(first.entry.at)
  return Number.isNaN(time) ? Number.POSITIVE_INFINITY : time
}

const ofRegistries: ReadonlySet<FindingId> = new Set(['registry-missing', 'registry-forged', 'registry-unreadable'])

/** Lets each fault of a registry through once, at the first decision that needs it, however many need it. */
const createRegistryFilter = (): ((event: AuditEvent) => boolean) => {
  const reported = new Set<unknown>()
  return (event) => {
    if (event._tag !== 'finding' || !ofRegistries.has(event.finding.id)) return true
    const { registry } = event.finding.evidence
    if (reported.has(registry)) return false
    reported.add(registry)
    return true
  }
}
