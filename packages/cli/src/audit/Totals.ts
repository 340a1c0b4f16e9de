import type { PostureSummary } from '@active-mode/core'
import { counted } from '../show/text.js'
import { type AuditEvent, type NamelessLines, type TurnExcuse, turnExcuses } from './AuditEvent.js'
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

/** What was counted so far. A session counts with its first decision: an empty file is none. */
export interface Tally {
  readonly totals: AuditTotals
  /** The sessions that were looked at, with or without a decision. */
  readonly looked: number
  readonly open: { readonly inStore: boolean | null; readonly isCounted: boolean }
}

/** Nothing yet. Without a store nothing is known of turns. */
export const noTally = (hasStore: boolean): Tally => ({
  totals: {
    sessions: 0,
    decisions: 0,
    outcomes: { director: 0, degraded: 0, copilot: 0, unresolvable: 0 },
    sessionsInStore: hasStore ? 0 : null,
    storeTurns: hasStore ? 0 : null,
    turnsHeld: hasStore ? 0 : null,
    turnsNotHeld: hasStore ? {} : null,
    compactions: hasStore ? 0 : null,
    linesWithoutMessage: hasStore ? { byOrder: 0, toNone: 0 } : null,
    findings: {},
  },
  looked: 0,
  open: { inStore: null, isCounted: false },
})

/** Counts one event of an audit. */
export const tally = (before: Tally, event: AuditEvent): Tally => {
  const { totals, open } = before
  switch (event._tag) {
    case 'session':
      return { totals, looked: before.looked + 1, open: { inStore: event.session.inStore, isCounted: false } }
    case 'request': {
      const { _tag } = event.request.recorded
      const withSession = open.isCounted
        ? totals
        : {
            ...totals,
            sessions: totals.sessions + 1,
            sessionsInStore: more(totals.sessionsInStore, open.inStore === true ? 1 : 0),
          }
      return {
        ...before,
        open: { ...open, isCounted: true },
        totals: {
          ...withSession,
          decisions: totals.decisions + 1,
          outcomes: { ...totals.outcomes, [_tag]: totals.outcomes[_tag] + 1 },
        },
      }
    }
    case 'compaction':
      return { ...before, totals: { ...totals, compactions: more(totals.compactions, 1) } }
    case 'finding': {
      const { id } = event.finding
      return {
        ...before,
        totals: { ...totals, findings: { ...totals.findings, [id]: (totals.findings[id] ?? 0) + 1 } },
      }
    }
    case 'turns': {
      const { held, notHeld } = event.turns
      const others = Object.values(notHeld).reduce((sum, count) => sum + count, 0)
      const { byOrder, toNone } = totals.linesWithoutMessage ?? { byOrder: 0, toNone: 0 }
      const linesWithoutMessage = { byOrder: byOrder + event.nameless.byOrder, toNone: toNone + event.nameless.toNone }
      return {
        ...before,
        totals: {
          ...totals,
          linesWithoutMessage,
          storeTurns: more(totals.storeTurns, held + others),
          turnsHeld: more(totals.turnsHeld, held),
          turnsNotHeld: add(totals.turnsNotHeld, notHeld),
        },
      }
    }
    case 'gap':
      return before
  }
}

type Counts = Readonly<Partial<Record<TurnExcuse, number>>>

const more = (count: number | null, by: number): number => (count ?? 0) + by

const add = (counts: Counts | null, by: Counts): Counts =>
  Object.entries(by).reduce<Counts>(
    (sum, [why, count]) => ({ ...sum, [why]: (sum[why as TurnExcuse] ?? 0) + count }),
    counts ?? {},
  )

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
