import type { Figure } from './Figure.js'
import { median } from './measure.js'

/** The longest that the event loop stood still while something was done, and while it idled for as long, in milliseconds. */
export interface Blocked {
  readonly longestMs: number
  /** The control: with nothing but timers and beats, what stands still is the machine's doing. */
  readonly idleMs: number
}

/** How long `act` holds the event loop at a time, and how long it is held right afterwards by nothing of ours. */
export const blockedBy = async (act: () => Promise<unknown>): Promise<Blocked> => {
  const busy = await watchLoop(act)
  const idle = await watchLoop(() => new Promise((resolve) => setTimeout(resolve, busy.tookMs)))
  return { longestMs: busy.longestMs, idleMs: idle.longestMs }
}

const watchLoop = async (
  act: () => Promise<unknown>,
): Promise<{ readonly longestMs: number; readonly tookMs: number }> => {
  let longestMs = 0
  let isRunning = true
  await new Promise((resolve) => setImmediate(resolve))
  const start = performance.now()
  let last = start
  const beat = (): void => {
    const now = performance.now()
    longestMs = Math.max(longestMs, now - last)
    last = now
    if (isRunning) setImmediate(beat)
  }
  setImmediate(beat)
  await act()
  const tookMs = performance.now() - start
  isRunning = false
  await new Promise((resolve) => setImmediate(resolve))
  return { longestMs, tookMs }
}

/** The most that a registry of 1,000 bundles may hold the event loop at a time, in milliseconds. */
const mostMs = 5

/**
 * The figures of several measurements, their medians: a single one is the machine's doing as often as ours. Held against
 * the target is what stands still longer than in an idle loop, in which the runtime collects its garbage too.
 */
export const blockedFigures = (name: string, measured: ReadonlyArray<Blocked>): ReadonlyArray<Figure> => [
  { name, value: median(measured.map(({ longestMs }) => longestMs)), unit: 'ms' },
  {
    name: `${name}; over that of an idle loop`,
    value: median(measured.map(({ longestMs, idleMs }) => longestMs - idleMs)),
    unit: 'ms',
    target: { atMost: mostMs },
  },
]
