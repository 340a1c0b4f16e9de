import type { StoreSwitch, StoreTurn } from './StoreSession.js'

/** Who wrote a message of a user, as far as the store of the harness 1.x says. */
export interface Writer {
  /** When, in milliseconds since the epoch; `null` where nothing tells. */
  readonly at: number | null
  /** What says that no person did; `null` where nothing does. */
  readonly mark: string | null
}

/** The mark of a message that a program wrote: that it is synthetic, and the names of what else the program noted. */
export const markOf = (keys: ReadonlyArray<string>): string =>
  keys.length === 0 ? 'synthetic' : `synthetic, metadata: ${[...new Set(keys)].join(', ')}`

/** The turns that a model answered for another agent than the turn before. A shell command of a person, which names an agent too, is none. */
const changesOf = (turns: ReadonlyArray<StoreTurn>): ReadonlyArray<readonly [from: string, turn: StoreTurn]> => {
  const changes: (readonly [string, StoreTurn])[] = []
  let before: StoreTurn | null = null
  for (const turn of turns) {
    if (turn.kind !== 'turn' || !turn.reachedModel || turn.agent === null) continue
    if (before !== null && before.agent !== null && before.agent !== turn.agent && before.answers !== turn.answers)
      changes.push([before.agent, turn])
    before = turn
  }
  return changes
}

/** The messages that brought another agent. */
export const switchingMessages = (turns: ReadonlyArray<StoreTurn>): ReadonlyArray<string> =>
  changesOf(turns).flatMap(([, { answers }]) => answers ?? [])

/** The changes of the agent in a session of the harness 1.x, where each prompt names its agent. */
export const turnSwitches = (
  turns: ReadonlyArray<StoreTurn>,
  writers: ReadonlyMap<string, Writer>,
): ReadonlyArray<StoreSwitch> =>
  changesOf(turns).flatMap(([from, { answers, agent, createdAt, isCopy }]) => {
    if (answers === null || agent === null) return []
    const { at, mark } = writers.get(answers) ?? { at: null, mark: null }
    return [{ messageId: answers, at: at ?? createdAt, from, to: agent, isCopy, mark }]
  })
