import { processWide } from '../memory.js'

/** Something to do before the process ends. It must be synchronous: nothing runs after it returns. */
export type LastAct = () => void

const isSet = (value: unknown): value is Set<LastAct> => value instanceof Set

/**
 * What all copies and instances of the plugin do at the end of this process. One listener serves them all, so that none is left over
 * when the harness runs the factory again. An act that has nothing more to do is deleted from the set by its owner.
 */
export const processEnd = (): Set<LastAct> =>
  processWide('process-end/1', isSet, () => {
    const acts = new Set<LastAct>()
    process.on('exit', () => acts.forEach(attempt))
    return acts
  })

const attempt = (act: LastAct): void => {
  try {
    act()
  } catch {
    // The process ends all the same, and the other acts still run.
  }
}
