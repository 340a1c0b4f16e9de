import { counted } from '../show/text.js'
import type { AuditTotals } from './Totals.js'

/** Why a turn of the store is not held against the log. The ids are stable: the report counts by them. */
export const turnExcuses = [
  'copied-by-fork',
  'never-answered',
  'still-open',
  'answers-nothing',
  'before-since',
  'before-log',
  'after-log',
  'log-unread',
] as const

export type TurnExcuse = (typeof turnExcuses)[number]

/** The turns of a session in the store: how many had to be in the log, and why the others had not. */
export interface TurnCount {
  readonly held: number
  readonly notHeld: Readonly<Partial<Record<TurnExcuse, number>>>
}

const excuseTexts: Readonly<Record<TurnExcuse, string>> = {
  'copied-by-fork': 'copied by a fork',
  'never-answered': 'that no model answered',
  'still-open': 'still open',
  'answers-nothing': 'that answer no message',
  'before-since': 'before --since',
  'before-log': 'whose lines may have been pruned',
  'after-log': 'after the end of the log, while no registry is staged',
  'log-unread': 'of a log file that cannot be read',
}

/** How many turns the store has, how many of them were held against the log, and why the others were not. For a store that was read. */
export const showTurns = ({ storeTurns, turnsHeld, turnsNotHeld, compactions }: AuditTotals): string => {
  const others = turnExcuses.flatMap((id) =>
    turnsNotHeld?.[id] === undefined ? [] : [`${turnsNotHeld[id]} ${excuseTexts[id]}`],
  )
  const rest = (storeTurns ?? 0) - (turnsHeld ?? 0)
  return `${counted(storeTurns ?? 0, 'turn')} in the store: ${turnsHeld ?? 0} held against the log${rest === 0 ? '' : `; ${rest} not: ${others.join(', ')}`}; ${counted(compactions ?? 0, 'compaction')}`
}
