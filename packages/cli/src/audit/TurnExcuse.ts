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
