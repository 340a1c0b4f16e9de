import type { PostureSummary } from '@active-mode/core'
import { counted } from '../show/text.js'
import {
  type AuditEvent,
  type NamelessLines,
  type TurnExcuse,
  turnExcuses,
  type UncheckedReturn,
} from './AuditEvent.js'
import type { FindingId } from './Finding.js'

/** What an audit counted. Of a store that was not read every count is `null`: nothing read is not nothing found. */
export interface AuditTotals {
  /** Sessions with a decision in what was audited. */
  readonly sessions: number
  readonly decisions: number
  /** Decisions by the outcome that the log records. */
  readonly outcomes: Readonly<Record<PostureSummary['_tag'], number>>
  /** Of `sessions`, those that the store knows. */
  readonly sessionsInStore: number | null
  readonly storeTurns: number | null
  /** Turns of the store that had to be in the log, and the others by why they had not. */
  readonly turnsHeld: number | null
  readonly turnsNotHeld: Readonly<Partial<Record<TurnExcuse, number>>> | null
  readonly compactions: number | null
  readonly linesWithoutMessage: NamelessLines | null
  readonly findings: Readonly<Partial<Record<FindingId, number>>>
}

/** Compactions of directors after which the store does not prove whether the ledger was read, by why. */
export type UncheckedReturns = Readonly<Record<UncheckedReturn, number>>

/** Counts the events of an audit, one after another. */
export interface Tally {
  readonly see: (event: AuditEvent) => void
  /** How many sessions were looked at, with or without a decision. */
  readonly looked: () => number
  readonly totals: () => AuditTotals
  readonly uncheckedReturns: () => UncheckedReturns
}

/** Begins to count. Without a store nothing is known of turns. */
export const createTally = (hasStore: boolean): Tally => {
  const outcomes = { director: 0, degraded: 0, copilot: 0, unresolvable: 0 }
  const findings: Partial<Record<FindingId, number>> = {}
  const notHeld: Partial<Record<TurnExcuse, number>> = {}
  const unchecked = { 'ledger-form': 0, 'call-input': 0 }
  const nameless = { byOrder: 0, toNone: 0 }
  let [looked, sessions, sessionsInStore, decisions, held, compactions] = [0, 0, 0, 0, 0, 0]
  /** The session that is being looked at. It counts with its first decision: an empty file is none. */
  let open = { inStore: false, isCounted: false }
  return {
    see: (event) => {
      switch (event._tag) {
        case 'session':
          looked += 1
          open = { inStore: event.session.inStore === true, isCounted: false }
          return
        case 'request':
          decisions += 1
          outcomes[event.request.recorded._tag] += 1
          if (open.isCounted) return
          open.isCounted = true
          sessions += 1
          if (open.inStore) sessionsInStore += 1
          return
        case 'compaction':
          compactions += 1
          return
        case 'finding':
          findings[event.finding.id] = (findings[event.finding.id] ?? 0) + 1
          return
        case 'turns':
          held += event.turns.held
          for (const [why, count] of Object.entries(event.turns.notHeld) as [TurnExcuse, number][])
            notHeld[why] = (notHeld[why] ?? 0) + count
          nameless.byOrder += event.nameless.byOrder
          nameless.toNone += event.nameless.toNone
          return
        case 'unchecked-return':
          unchecked[event.why] += 1
          return
        case 'gap':
      }
    },
    looked: () => looked,
    uncheckedReturns: () => unchecked,
    totals: () => ({
      sessions,
      decisions,
      outcomes,
      sessionsInStore: hasStore ? sessionsInStore : null,
      storeTurns: hasStore ? Object.values(notHeld).reduce((sum, count) => sum + count, held) : null,
      turnsHeld: hasStore ? held : null,
      turnsNotHeld: hasStore ? notHeld : null,
      compactions: hasStore ? compactions : null,
      linesWithoutMessage: hasStore ? nameless : null,
      findings,
    }),
  }
}

const excuseTexts: Readonly<Record<TurnExcuse, string>> = {
  'copied-by-fork': 'copied by a fork',
  'never-answered': 'that no model answered',
  'still-open': 'still open',
  'answers-nothing': 'that answer no message',
  'before-since': 'before --since',
  'before-log': 'whose lines may have been pruned',
  'after-log': 'after the end of the log, while there is no registry',
  'log-unread': 'of a log file that cannot be read',
}

/** How many turns the store has, how many of them were checked against the log, and why the others were not. For a store that was read. */
export const showTurns = ({ storeTurns, turnsHeld, turnsNotHeld, compactions }: AuditTotals): string => {
  const others = turnExcuses.flatMap((id) =>
    turnsNotHeld?.[id] === undefined ? [] : [`${turnsNotHeld[id]} ${excuseTexts[id]}`],
  )
  const rest = (storeTurns ?? 0) - (turnsHeld ?? 0)
  return `${counted(storeTurns ?? 0, 'turn')} in the store: ${turnsHeld ?? 0} checked against the log${rest === 0 ? '' : `; ${rest} not: ${others.join(', ')}`}; ${counted(compactions ?? 0, 'compaction')}`
}
