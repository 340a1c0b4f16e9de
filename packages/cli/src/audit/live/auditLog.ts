import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Posture, RegistryBundle } from '@active-mode/core'
import { pluginVersion, renderBlock } from '@active-mode/harness-adapter/library'
import type { LogFolder } from '../../logs/live/logFolder.js'
import { readRecords } from '../../logs/live/readRecords.js'
import { registryFiles } from '../../logs/live/registryFiles.js'
import type { LogRecord } from '../../logs/LogRecord.js'
import type { SessionStore } from '../../store/live/SessionStore.js'
import type { AuditEvent } from '../AuditEvent.js'
import type { AuditPorts } from '../AuditPorts.js'
import { auditSession } from '../auditSession.js'
import { oncePerRegistry } from '../oncePerRegistry.js'

export interface AuditRequest {
  readonly log: LogFolder
  readonly store: SessionStore | null
  /** Only this session. */
  readonly session: string | null
  /** Milliseconds since the epoch. */
  readonly since: number
  readonly vault: string | null
  /** Whether this machine logs nothing now, since no registry is staged: then turns after the last line are not missed. */
  readonly isSilent: boolean
  readonly sawBytes: (count: number) => void
}

/** Audits all sessions that the log or the store knows, one after another. Nothing of a session is kept once it is through. */
export function* auditLog({
  log,
  store,
  session,
  since,
  vault,
  isSilent,
  sawBytes,
}: AuditRequest): Generator<AuditEvent> {
  const ports: AuditPorts = {
    registryOf: registryFiles(log.path),
    blockSha256Of: blockHash(),
    pluginVersion,
    ledgerExists: vault === null ? null : (path) => existsSync(join(vault, path)),
    since,
  }
  const isNew = oncePerRegistry()
  const until = isSilent ? log.ended : Number.POSITIVE_INFINITY
  for (const { sessionId, records, began } of sessionsOf(log, store, sawBytes)) {
    if (session !== null && sessionId !== session) continue
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
    for (const event of auditSession(
      { sessionId, records, store: known, span: { from: Math.min(began, log.wholeFrom), until } },
      ports,
    ))
      if (isNew(event)) yield event
  }
}

interface Logged {
  readonly sessionId: string
  readonly records: Iterable<LogRecord>
  /** When the first line of the session was written, in milliseconds since the epoch; `Infinity` where it has none. */
  readonly began: number
}

/** The sessions of log and store, oldest first: the harness's ids descend. */
function* sessionsOf(log: LogFolder, store: SessionStore | null, sawBytes: (count: number) => void): Generator<Logged> {
  const groups = new Map(
    log.groups.flatMap((group) => (group.sessionId === null ? [] : [[group.sessionId, group] as const])),
  )
  const shared = log.groups.find(({ sessionId }) => sessionId === null)
  const sharing =
    shared === undefined ? new Map<string, ReadonlyArray<LogRecord>>() : bySession(readRecords(log, shared, sawBytes))
  const ids = new Set([...groups.keys(), ...(store?.ids ?? []).filter((id) => !sharing.has(id))])
  for (const sessionId of [...ids].toSorted().toReversed()) {
    const group = groups.get(sessionId)
    yield {
      sessionId,
      records: group === undefined ? [] : readRecords(log, group, sawBytes),
      began: group?.began ?? Number.POSITIVE_INFINITY,
    }
  }
  for (const [sessionId, records] of sharing) yield { sessionId, records, began: firstTime(records) }
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

/** Hashes the block of a posture; once for each way that a registry's agent is told. */
const blockHash = (): AuditPorts['blockSha256Of'] => {
  const known = new WeakMap<RegistryBundle, Map<string, string | null>>()
  const hash = (posture: Posture, bundle: RegistryBundle): string | null => {
    const block = renderBlock(posture, bundle)
    return block === null ? null : createHash('sha256').update(block).digest('hex')
  }
  return (posture, bundle) => {
    if (posture._tag !== 'director' && posture._tag !== 'degraded') return hash(posture, bundle)
    const blocks = known.get(bundle) ?? new Map<string, string | null>()
    known.set(bundle, blocks)
    const key = JSON.stringify([posture.agent, posture.via])
    const block = blocks.get(key) ?? hash(posture, bundle)
    blocks.set(key, block)
    return block
  }
}
