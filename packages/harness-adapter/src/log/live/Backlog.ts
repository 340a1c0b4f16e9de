import type { Decision } from '../../request/Decision.js'
import { mostWaiting } from './limits.js'

/** The decisions of a log that are in no file yet, and how many never will be. */
export interface Backlog {
  /** Keeps a decision that is still open. */
  readonly hold: (decision: Decision) => void
  /** Puts a decision at the end of those that wait, in place of the one that was held for it. One too many is dropped. */
  readonly add: (decision: Decision, held: Decision | null) => void
  /** Takes those that wait, to write them. Until they are settled they are still in no file. */
  readonly take: () => ReadonlyArray<Decision>
  /** What became of decisions that were taken: the first `kept` of them are in a file, the others are dropped. One is settled once. */
  readonly settle: (decisions: ReadonlyArray<Decision>, kept: number) => void
  /** So many of the dropped ones were told. */
  readonly told: (count: number) => void
  /** Takes everything, those that are still open last. */
  readonly takeAll: () => ReadonlyArray<Decision>
  readonly dropped: () => number
  readonly isWaiting: () => boolean
  readonly isEmpty: () => boolean
}

export const createBacklog = (): Backlog => {
  const held = new Set<Decision>()
  const taken = new Set<Decision>()
  let waiting: Decision[] = []
  let dropped = 0

  const add: Backlog['add'] = (decision, open) => {
    if (open !== null) held.delete(open)
    if (waiting.length >= mostWaiting) dropped += 1
    else waiting.push(decision)
  }

  const take: Backlog['take'] = () => {
    const batch = waiting
    waiting = []
    for (const decision of batch) taken.add(decision)
    return batch
  }

  return {
    hold: (decision) => {
      held.add(decision)
      const [oldest] = held.size > mostWaiting ? held : []
      if (oldest !== undefined) add(oldest, oldest)
    },
    add,
    take,
    settle: (decisions, kept) => {
      for (const [place, decision] of decisions.entries()) if (taken.delete(decision) && place >= kept) dropped += 1
    },
    told: (count) => {
      dropped -= count
    },
    takeAll: () => {
      take()
      const all = [...taken, ...held]
      taken.clear()
      held.clear()
      return all
    },
    dropped: () => dropped,
    isWaiting: () => waiting.length > 0,
    isEmpty: () => held.size + taken.size + waiting.length === 0,
  }
}
