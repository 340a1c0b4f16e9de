import { isDirecting, postureOf, type RegistryBundle } from '@active-mode/core'
import { conventionalPath } from '@active-mode/harness-adapter/library'
import type { StoreSession, StoreTurn } from '../store/StoreSession.js'
import type { AuditEvent } from './AuditEvent.js'
import type { AuditPorts } from './AuditPorts.js'
import type { Finding } from './Finding.js'
import { turnsMadeHere } from './TurnIndex.js'

/**
 * Looks at the summaries of a session's compactions from a time on. A director's has to name a ledger, where the registry
 * has them named in the conventional form; what it names has to be in the vault, where one is given. `registryAt` is the registry in force at a time, by the log.
 */
export function* judgeCompactions(
  session: StoreSession,
  from: number,
  registryAt: (ms: number) => string | null,
  ports: AuditPorts,
): Generator<AuditEvent> {
  for (const turn of turnsMadeHere(session, from)) {
    if (turn.kind !== 'compaction' || turn.isOpen || !turn.reachedModel) continue
    const bundle = directedBy(turn, registryAt(turn.createdAt), ports)
    const findings = bundle === null ? [] : judgeSummary(session.id, turn, bundle, ports)
    yield* findings.map((finding): AuditEvent => ({ _tag: 'finding', finding }))
    yield {
      _tag: 'compaction',
      compaction: {
        sessionId: session.id,
        messageId: turn.id,
        at: isoTime(turn.createdAt),
        agent: turn.agent,
        ledgers: turn.ledgers,
        findings: findings.map(({ id }) => id),
      },
    }
  }
}

/** The registry that makes the turn a director's; `null` where none is known to. */
const directedBy = (
  { agent }: StoreTurn,
  registry: string | null,
  { registryOf }: AuditPorts,
): RegistryBundle | null => {
  if (agent === null || registry === null) return null
  const stored = registryOf(registry)
  return stored._tag === 'found' && isDirecting(postureOf(stored.bundle)(agent)) ? stored.bundle : null
}

/** Whether ledgers are called as the convention has it. Other names cannot be told from the rest of a summary. */
export const hasConventionalLedgers = (bundle: RegistryBundle): boolean =>
  bundle._tag !== 'staged' || bundle.ledger === null || bundle.ledger.includes(conventionalPath)

const judgeSummary = (
  sessionId: string,
  turn: StoreTurn,
  bundle: RegistryBundle,
  { ledgerExists }: AuditPorts,
): ReadonlyArray<Finding> => {
  const finding = (id: Finding['id'], evidence: Finding['evidence']): Finding => ({
    id,
    sessionId,
    messageId: turn.id,
    at: isoTime(turn.createdAt),
    place: null,
    evidence: { agent: turn.agent, ...evidence },
  })
  if (turn.ledgers.length === 0) return hasConventionalLedgers(bundle) ? [finding('summary-without-ledger', {})] : []
  const missing = ledgerExists === null ? [] : turn.ledgers.filter((path) => !ledgerExists(path))
  return missing.map((ledger) => finding('ledger-missing', { ledger }))
}

const isoTime = (ms: number): string => new Date(ms).toISOString()
