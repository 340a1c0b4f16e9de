import { existsSync } from 'node:fs'
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'
import { keepYoungSmall } from '../../live/keepYoungSmall.js'
import { unpackSession } from '../PackedSession.js'
import type { StoreSession } from '../StoreSession.js'
import { counted, type ReaderTask, type ReadSession } from './ReaderTask.js'

/** Sessions that another thread reads before they are asked for. */
export interface ReadAhead {
  /** The next session; `undefined` where it is another one, or the thread cannot give it: then it has to be read without it. */
  readonly take: (id: string) => StoreSession | null | undefined
  /** Ends the thread, and waits until it has closed the store. */
  readonly close: () => void
}

/** The code of the thread. Beside the built program it is a file of its own; where the program runs from its sources there is none. */
const readerFile = new URL('./storeReader.js', import.meta.url)

/** So long one session is waited for, in milliseconds. Nobody tells a thread that waits that another one died. */
const patience = 20_000

/** Its memory for values that have just begun, in MB. */
const youngMemory = 3

/** Begins to read sessions ahead, in their order; `null` where no thread can be had. */
export const readAhead = (
  { opening, ids }: Pick<ReaderTask, 'opening' | 'ids'>,
  reader: URL = readerFile,
  patienceMs: number = patience,
): ReadAhead | null => {
  if (!existsSync(reader)) return null
  const { port1: port, port2 } = new MessageChannel()
  const counts = new Int32Array(new SharedArrayBuffer(Object.keys(counted).length * Int32Array.BYTES_PER_ELEMENT))
  const task: ReaderTask = { opening, ids, port: port2, counts }
  const worker = startThread(reader, task)
  if (worker === null) return null
  // What it cannot read is read without it, so that an error is told there.
  worker.on('error', () => undefined)
  worker.unref()
  let next = 0
  let isOver = false

  const waitFor = (place: number, seen: number, until: number): boolean =>
    Atomics.wait(counts, place, seen, Math.max(0, until - performance.now())) !== 'timed-out'

  /** `undefined` where none comes. */
  const receive = (): ReadSession | undefined => {
    const until = performance.now() + patienceMs
    for (;;) {
      const seen = Atomics.load(counts, counted.read)
      const hasEnded = Atomics.load(counts, counted.isOver) === 1
      const received = receiveMessageOnPort(port) as { readonly message: ReadSession } | undefined
      if (received !== undefined) return received.message
      if (hasEnded || !waitFor(counted.read, seen, until)) return undefined
    }
  }

  const tell = (place: number, value: number): void => {
    Atomics.store(counts, place, value)
    Atomics.notify(counts, counted.taken)
  }

  const stop = (waitMs: number): void => {
    if (isOver) return
    isOver = true
    tell(counted.isStopped, 1)
    waitFor(counted.isOver, 0, performance.now() + waitMs)
    port.close()
    void worker.terminate()
  }

  return {
    take: (id) => {
      if (isOver || ids[next] !== id) return undefined
      const read = receive()
      if (read?.id !== id) {
        stop(0)
        return undefined
      }
      if (next === 0) keepYoungSmall()
      next += 1
      tell(counted.taken, next)
      return read.session === null ? null : unpackSession(read.session)
    },
    close: () => stop(patienceMs),
  }
}

const startThread = (reader: URL, task: ReaderTask): Worker | null => {
  try {
    return new Worker(reader, {
      workerData: task,
      transferList: [task.port],
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: youngMemory },
    })
  } catch {
    return null
  }
}
