import type { Verdict } from './Verdict.js'
import { isBad, type PlayOptions } from './Verdict.js'

/** The most sessions that are busy at once. */
const atOnce = 3

/** Does the actions of a story in order, neighbours on different sessions at once, until there were enough turns. */
export const playBatches = async <A extends object>(
  story: ReadonlyArray<A>,
  perform: (action: A) => Promise<void>,
  verdicts: ReadonlyArray<Verdict>,
  { turns, onProgress, stopAtFailure = false }: PlayOptions,
): Promise<{ readonly errors: ReadonlyArray<string>; readonly played: number }> => {
  const errors: string[] = []
  let played = 0
  for (const batch of batches(story)) {
    played += batch.length
    const results = await Promise.allSettled(batch.map(perform))
    errors.push(...results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : [])))
    const done = verdicts.filter(({ turn }) => turn).length
    onProgress?.(done)
    if (done >= turns || (stopAtFailure && verdicts.some(isBad))) break
  }
  return { errors, played }
}

/** Neighbouring actions on different sessions; what concerns all sessions stands alone. */
const batches = <A extends object>(story: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  story.reduce<A[][]>((all, action) => {
    const last = all.at(-1)
    const joins =
      last !== undefined &&
      last.length < atOnce &&
      'session' in action &&
      last.every((other) => 'session' in other && other.session !== action.session)
    if (joins) last.push(action)
    else all.push([action])
    return all
  }, [])
