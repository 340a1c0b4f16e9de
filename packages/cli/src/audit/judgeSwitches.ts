import { isDirecting, postureOf, type PostureSummary } from '@active-mode/core'
import type { StoreSession } from '../store/StoreSession.js'
import type { AuditEvent } from './AuditEvent.js'
import type { AuditPorts } from './AuditPorts.js'

/**
 * The switches of a session from its director to another agent, or another mode, that no person made, from a time on. A switch that
 * carries no mark may be a person's, and is nothing wrong. `registryAt` is the registry in force at a time, by the log.
 */
export function* judgeSwitches(
  { id, createdAt, switches }: StoreSession,
  since: number,
  registryAt: (ms: number) => string | null,
  { registryOf }: AuditPorts,
): Generator<AuditEvent> {
  for (const { messageId, at, from, to, isCopy, mark } of switches) {
    if (mark === null || isCopy || at < createdAt || at < since) continue
    const registry = registryAt(at)
    const stored = registry === null ? null : registryOf(registry)
    if (stored?._tag !== 'found') continue
    const postures = postureOf(stored.bundle)
    const mode = modeOf(postures(from))
    if (mode === null || mode === modeOf(postures(to))) continue
    yield {
      _tag: 'finding',
      finding: {
        id: 'director-switched-away',
        sessionId: id,
        messageId,
        at: new Date(at).toISOString(),
        place: null,
        evidence: { from, to, mode, mark },
      },
    }
  }
}

const modeOf = (posture: PostureSummary): string | null =>
  isDirecting(posture) && 'mode' in posture ? posture.mode : null
