import type { AuditEvent } from '../model/AuditEvent.js'
import type { AuditTotals } from '../model/AuditTotals.js'

export const noTotals: AuditTotals = {
  sessions: 0,
  decisions: 0,
  outcomes: { director: 0, degraded: 0, copilot: 0, unresolvable: 0 },
  storeTurns: 0,
  compactions: 0,
  findings: {},
}

/** Counts one event of an audit. */
export const tally = (totals: AuditTotals, event: AuditEvent): AuditTotals => {
  switch (event._tag) {
    case 'session':
      return { ...totals, sessions: totals.sessions + 1, storeTurns: totals.storeTurns + event.session.storeTurns }
    case 'request': {
      const { _tag } = event.request.recorded
      return { ...totals, decisions: totals.decisions + 1, outcomes: { ...totals.outcomes, [_tag]: totals.outcomes[_tag] + 1 } }
    }
    case 'compaction':
      return { ...totals, compactions: totals.compactions + 1 }
    case 'finding': {
      const { id } = event.finding
      return { ...totals, findings: { ...totals.findings, [id]: (totals.findings[id] ?? 0) + 1 } }
    }
    case 'gap':
      return totals
  }
}
