import type { LoggedDecision, Place } from '../logs/LogRecord.js'
import type { Finding } from './Finding.js'

/** Two requests of a session may be logged out of order by this much without anything being wrong. In milliseconds. */
const toleranceMs = 1000

/** So many messages back a session is remembered: enough to see two writers, and constant. */
const remembered = 256

/** Watches the order in which the lines of one session were written. */
export interface OrderWatch {
  /** A clock that was set back shows at the line itself. */
  readonly see: (decision: LoggedDecision) => Finding | null
  /** Two writers may show at many lines; they are one finding. */
  readonly end: () => Finding | null
}

/**
 * One process writes the decisions of a session in the order it makes them. So time that runs back is a clock that was
 * set; a message that is answered again after a later one, two decisions of one moment, or versions that alternate, are
 * two processes, or two loaded copies of the plugin.
 */
export const createOrderWatch = (): OrderWatch => {
  const past = new Set<string>()
  const versions: string[] = []
  let last: LoggedDecision | null = null
  let newest = Number.NEGATIVE_INFINITY
  let first: { readonly decision: LoggedDecision; readonly sign: string } | null = null
  let signs = 0

  const note = (decision: LoggedDecision, sign: string): void => {
    first ??= { decision, sign }
    signs += 1
  }

  const seeWriters = (decision: LoggedDecision): void => {
    const { messageId, at, plugin } = decision.entry
    if (messageId !== null && last !== null && last.entry.messageId !== messageId) {
      if (past.has(messageId)) note(decision, 'an older message was answered again after a newer one')
      if (last.entry.messageId !== null) past.add(last.entry.messageId)
      const oldest = past.values().next()
      if (past.size > remembered && !oldest.done) past.delete(oldest.value)
    } else if (messageId !== null && last?.entry.messageId === messageId && last.entry.at === at)
      note(decision, 'one request was decided twice in the same moment')
    if (versions.at(-1) !== plugin) {
      if (versions.includes(plugin)) note(decision, 'versions of the plugin alternate')
      versions.push(plugin)
    }
  }

  return {
    see: (decision) => {
      seeWriters(decision)
      const at = Date.parse(decision.entry.at)
      const before: { readonly at: string; readonly place: Place } | null =
        last === null ? null : { at: last.entry.at, place: last.place }
      const isBack = at < newest - toleranceMs
      newest = isBack ? at : Math.max(newest, at)
      last = decision
      return isBack ? findingOf('clock-set-back', decision, { before }) : null
    },
    end: () => (first === null ? null : findingOf('two-writers', first.decision, { sign: first.sign, signs })),
  }
}

const findingOf = (id: Finding['id'], { entry, place }: LoggedDecision, evidence: Finding['evidence']): Finding => ({
  id,
  sessionId: entry.sessionId,
  messageId: entry.messageId,
  at: entry.at,
  place,
  evidence,
})
