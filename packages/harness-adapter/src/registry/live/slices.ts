import { performance } from 'node:perf_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { limits } from './limits.js'

/** When the event loop was last seen to begin a turn, on a clock that never goes back; `null` where nobody looked in this turn. */
let heldSince: number | null = null

/** Gives the event loop its turn where it has been held for `limits.holdMs`, so that a long reading never blocks the chat. */
export const yieldIfDue = async (): Promise<void> => {
  if (isDue()) await turn()
}

/** Gives the event loop its turn, and starts the clock anew. */
const turn = async (): Promise<void> => {
  await nextTurn()
  isDue()
}

/** Whether the event loop has been held too long. The first to ask in a turn starts the clock. */
const isDue = (): boolean => {
  const now = performance.now()
  if (heldSince !== null) return now - heldSince > limits.holdMs
  heldSince = now
  setImmediate(() => {
    heldSince = null
  })
  return false
}

/** Gives the event loop its turn before a pass over so many items that it takes a millisecond. */
export const yieldIfMany = async (items: ReadonlyArray<unknown>): Promise<void> => {
  if (items.length > limits.atOnce) await turn()
}

/** Items in slices, each small enough to go through in far less than a millisecond; between two the event loop has its turn if it is due. */
export async function* slices<A>(items: Iterable<A>, size = 32): AsyncGenerator<ReadonlyArray<A>> {
  isDue()
  let slice: A[] = []
  for (const item of items) {
    slice.push(item)
    if (slice.length < size) continue
    yield slice
    slice = []
    if (isDue()) await turn()
  }
  if (slice.length > 0) yield slice
}

/** Runs a task on every item, at most `limits.parallel` at a time, and answers in the order of the items. */
export const inParallel = async <A, B>(
  items: ReadonlyArray<A>,
  task: (item: A) => Promise<B>,
): Promise<ReadonlyArray<B>> => {
  isDue()
  const answers: B[] = []
  const queue = items.entries()
  const worker = async () => {
    for (const [place, item] of queue) {
      answers[place] = await task(item)
      if (isDue()) await turn()
    }
  }
  await Promise.all(Array.from({ length: Math.min(limits.parallel, items.length) }, worker))
  return answers
}
