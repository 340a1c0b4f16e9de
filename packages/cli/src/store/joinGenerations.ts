import type { StoreSession } from './StoreSession.js'

/**
 * A session that one database holds twice: as the harness 1.x left it, and as 2.x took it over, with the ids of its messages, and went on.
 * What 1.x wrote counts as it stands there, since only there each answer says what it answers.
 */
export const joinGenerations = (first: StoreSession | null, second: StoreSession | null): StoreSession | null => {
  if (first === null || second === null) return first ?? second
  const known = new Set(first.turns.flatMap(({ id, answers }) => (answers === null ? [id] : [id, answers])))
  const unreadable = new Set([...first.unreadable, ...second.unreadable])
  return {
    ...second,
    createdAt: Math.min(first.createdAt, second.createdAt),
    turns: [...first.turns, ...second.turns.filter(({ id }) => !known.has(id) && !unreadable.has(id))].toSorted(
      (a, b) => a.createdAt - b.createdAt,
    ),
    unreadable: [...unreadable],
  }
}
