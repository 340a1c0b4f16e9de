import { processWide } from '../memory.js'

/** What there is to do before the process ends. It cannot wait for anything: what is not done when it returns is never done. */
export type LastAct = () => void

const isSet = (value: unknown): value is Set<LastAct> => value instanceof Set

/**
 * What waits for the end of this process, of all copies and instances of the plugin: one listener serves them all, so that
 * none is left over when the harness runs the factory again. Who has nothing more to do takes itself out.
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
    // The process ends all the same, and the others have their turn.
  }
}
