import type { Io } from '../../Io.js'

/** How far a command is, on a terminal's stderr and nowhere else. */
export interface Progress {
  readonly sawBytes: (count: number) => void
  readonly end: () => void
}

const width = 30

/** Between two drawings, in milliseconds. */
const pauseMs = 100

/** A bar of `total` bytes. Silent where stderr is no terminal. */
export const createProgress = (
  total: number,
  io: Pick<Io, 'isTerminal' | 'now' | 'stderrRaw'>,
  isWanted: boolean,
): Progress => {
  const write = io.isTerminal.stderr && isWanted ? io.stderrRaw : null
  let seen = 0
  let drawnAt = 0
  return {
    sawBytes: (count) => {
      seen += count
      if (write === null || io.now() - drawnAt < pauseMs) return
      drawnAt = io.now()
      const share = total === 0 ? 1 : Math.min(1, seen / total)
      write(
        `\r[${'#'.repeat(Math.round(share * width)).padEnd(width, '.')}] ${String(Math.floor(share * 100)).padStart(3)} % of ${(total / 1_048_576).toFixed(1)} MiB`,
      )
    },
    end: () => {
      if (drawnAt > 0) write?.('\r\x1b[K')
    },
  }
}
