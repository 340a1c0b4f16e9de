import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pluginVersion, renderBlock } from '@active-mode/harness-adapter/library'
import type { Posture, RegistryBundle } from '@active-mode/core'
import type { AuditEvent } from '../model/AuditEvent.js'
import type { AuditPorts } from '../model/AuditPorts.js'
import type { LogRecord } from '../model/LogRecord.js'
import { auditSession } from '../step/auditSession.js'
import { oncePerRegistry } from '../step/oncePerRegistry.js'
import type { LogFolder, LogGroup } from './logFolder.js'
import { readRecords } from './readRecords.js'
import { registryFiles } from './registryFiles.js'
import type { SessionStore } from './SessionStore.js'

export interface AuditRequest {
  readonly log: LogFolder
  readonly store: SessionStore | null
  /** Only this session. */
  readonly session: string | null
  /** Milliseconds since the epoch. */
  readonly since: number
  readonly vault: string | null
  readonly sawBytes: (count: number) => void
}

/** Audits all sessions that the log or the store knows, one after another. Nothing of a session is kept once it is through. */
export function* auditLog({ log, store, session, since, vault, sawBytes }: AuditRequest): Generator<AuditEvent> {
  const ports: AuditPorts = {
    registryOf: registryFiles(log.path),
    blockSha256Of: blockHash(),
    pluginVersion,
    ledgerExists: vault === null ? null : (path) => existsSync(join(vault, path)),
    since,
    logBegan: log.began,
  }
  const isNew = oncePerRegistry()
  for (const evidence of sessionsOf(log, store, sawBytes)) {
    if (session !== null && evidence.sessionId !== session) continue
    const known = store?.read(evidence.sessionId) ?? null
    yield {
      _tag: 'session',
      session: {
        sessionId: evidence.sessionId,
        inStore: store === null ? null : known !== null,
        storeTurns: known?.turns.filter(({ kind }) => kind === 'turn').length ?? 0,
      },
    }
    for (const event of auditSession({ ...evidence, store: known }, ports)) if (isNew(event)) yield event
  }
}

interface Logged {
  readonly sessionId: string
  readonly records: Iterable<LogRecord>
}

/** The sessions of log and store, oldest first: the harness's ids descend. */
function* sessionsOf(log: LogFolder, store: SessionStore | null, sawBytes: (count: number) => void): Generator<Logged> {
  const groups = new Map(log.groups.flatMap((group) => (group.sessionId === null ? [] : [[group.sessionId, group] as const])))
  const shared = log.groups.find(({ sessionId }) => sessionId === null)
  const sharing = shared === undefined ? [] : idsIn(log, shared)
  const ids = new Set([...groups.keys(), ...(store?.ids ?? []).filter((id) => !sharing.includes(id))])
  for (const sessionId of [...ids].toSorted().toReversed()) {
    const group = groups.get(sessionId)
    yield { sessionId, records: group === undefined ? [] : readRecords(log, group, sawBytes) }
  }
  if (shared === undefined) return
  for (const [place, sessionId] of sharing.entries()) yield { sessionId, records: only(sessionId, readRecords(log, shared, place === 0 ? sawBytes : undefined), place === 0) }
}

const idsIn = (log: LogFolder, group: LogGroup): ReadonlyArray<string> => {
  const ids = new Set<string>()
  for (const record of readRecords(log, group)) if (record._tag === 'decision') ids.add(record.entry.sessionId)
  return ids.size === 0 ? ['other'] : [...ids]
}

/** The records of one session out of those that share a file; what is no decision goes to the first of them. */
function* only(sessionId: string, records: Iterable<LogRecord>, isFirst: boolean): Generator<LogRecord> {
  for (const record of records) if (record._tag === 'decision' ? record.entry.sessionId === sessionId : isFirst) yield record
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
