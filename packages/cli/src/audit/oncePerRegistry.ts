import type { AuditEvent } from './AuditEvent.js'
import type { FindingId } from './Finding.js'

const ofRegistries: ReadonlySet<FindingId> = new Set(['registry-missing', 'registry-forged', 'registry-unreadable'])

/** Lets through what is wrong with a registry at the first decision that needs it: it is one fault, however many need it. */
export const oncePerRegistry = (): ((event: AuditEvent) => boolean) => {
  const told = new Set<unknown>()
  return (event) => {
    if (event._tag !== 'finding' || !ofRegistries.has(event.finding.id)) return true
    const { registry } = event.finding.evidence
    if (told.has(registry)) return false
    told.add(registry)
    return true
  }
}
