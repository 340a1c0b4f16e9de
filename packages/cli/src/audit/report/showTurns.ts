import type { AuditTotals } from '../AuditTotals.js'
import { type TurnExcuse, turnExcuses } from '../TurnExcuse.js'

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

/** A number with its noun. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
