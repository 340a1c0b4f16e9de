import type { LogEvent } from '../LogEvent.js'
import type { Position } from '../Positions.js'
import { batchSize, type Emitter } from './createEmitter.js'
import { type Looked, scanLog, type ScanWatch } from './scanLog.js'

/** One export of one log, from pass to pass. What changes, changes only when the receiver has taken what it stands for. */
export interface Progress {
  readonly folder: string
  /** How far each file was taken. */
  readonly done: Map<string, Position>
  /** How each file looked when it was read to its end in this process. */
  readonly looked: Looked
}

export interface Pass {
  readonly emitter: Emitter
  /** Only events from this time on, in milliseconds since the epoch. */
  readonly since: number
  readonly watch: ScanWatch
  /** Is told of each batch that was taken. */
  readonly taken: (events: ReadonlyArray<LogEvent>) => void
  readonly signal: AbortSignal | null
}

/** Exports what is new, batch by batch, and waits for each. `null` where all was taken, or the signal ended it; else why a batch was not. */
export const exportOnce = async (
  { folder, done, looked }: Progress,
  { emitter, since, watch, taken, signal }: Pass,
): Promise<Error | null> => {
  const seen = new Set<string>()
  let events: LogEvent[] = []
  let reached = new Map<string, Position>()
  const flush = async (): Promise<Error | null> => {
    const failure = events.length === 0 ? null : await emitter.send(events)
    if (failure !== null) {
      looked.clear()
      return failure
    }
    for (const [file, position] of reached) done.set(file, position)
    taken(events)
    events = []
    reached = new Map()
    return null
  }
  const scan = scanLog(folder, done, looked, {
    ...watch,
    unread: (file, why) => {
      seen.add(file)
      watch.unread(file, why)
    },
  })
  for (const { file, position, events: found } of scan) {
    seen.add(file)
    const wanted = found.filter(({ at }) => at === 0 || at >= since)
    if (events.length + wanted.length > batchSize) {
      const failure = await flush()
      if (failure !== null) return failure
      if (signal?.aborted === true) {
        looked.clear()
        return null
      }
    }
    events.push(...wanted)
    reached.set(file, position)
  }
  const failure = await flush()
  // Files that were pruned, and names that files no longer have.
  if (failure === null) for (const name of [...done.keys()].filter((each) => !seen.has(each))) done.delete(name)
  return failure
}
