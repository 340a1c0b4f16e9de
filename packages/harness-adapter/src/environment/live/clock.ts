import type { Clock } from '../Clock.js'

/** Time as the machine has it. A timer that lost its race is cleared, so that it keeps no process alive. */
export const clock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  within: (ms, promise, otherwise) =>
    new Promise((resolve) => {
      const timer = setTimeout(() => resolve(otherwise()), ms)
      void promise.then((value) => {
        clearTimeout(timer)
        resolve(value)
      })
    }),
}
