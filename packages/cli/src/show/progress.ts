import type { Io } from '../Io.js'

/** A progress bar on a terminal's stderr, and nowhere else. */
export interface Progress {
  /** Draws how far it is, if the last drawing is a while ago. */
  readonly draw: () => void
  readonly end: () => void
}

const width = 30

/** Between two drawings, in milliseconds. */
const pauseMs = 100

/** A bar of `total` bytes, of which `seen` tells how many are read. Silent where stderr is no terminal. */
export const createProgress = (
  total: number,
  seen: () => number,
  io: Pick<Io, 'isTerminal' | 'now' | 'stderrRaw'>,
  isWanted: boolean,
): Progress => {
  const write = io.isTerminal.stderr && isWanted ? io.stderrRaw : null
  const start = seen()
  let drawnAt = 0
  return {
    draw: () => {
      const done = seen() - start
      if (write === null || done === 0 || io.now() - drawnAt < pauseMs) return
      drawnAt = io.now()
      const share = total === 0 ? 1 : Math.min(1, done / total)
      write(
        `\r[${'#'.repeat(Math.round(share * width)).padEnd(width, '.')}] ${String(Math.floor(share * 100)).padStart(3)} % of ${(total / 1_048_576).toFixed(1)} MiB`,
      )
    },
    end: () => {
      if (drawnAt > 0) write?.('\r\x1b[K')
    },
  }
}
