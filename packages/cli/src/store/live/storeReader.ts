import { workerData } from 'node:worker_threads'
import { packSession } from '../PackedSession.js'
import { openTables, type SessionReader } from './openTables.js'
import { counted, type ReaderTask, type ReadSession } from './ReaderTask.js'

/*
 * A thread that reads sessions before they are asked for. It says nothing of what it cannot read and ends: who asks for that session
 * reads it without this thread, and sees what is wrong.
 */

/** So many turns are held ready at most, unless one session has more. */
const mostTurns = 8192

const { opening, ids, port, counts } = workerData as ReaderTask

const isStopped = (): boolean => Atomics.load(counts, counted.isStopped) === 1

const say = (place: number, value: number): void => {
  Atomics.store(counts, place, value)
  Atomics.notify(counts, place)
}

const readAll = (store: SessionReader): void => {
  /** The turns of the sessions that are read and not taken. */
  const ready: number[] = []
  let taken = 0
  for (const [place, id] of ids.entries()) {
    const session = store.read(id)
    const packed = session === null ? null : packSession(session)
    const read: ReadSession = { id, session: packed }
    port.postMessage(read, packed === null ? [] : [packed.times.buffer, packed.marks.buffer])
    say(counted.read, place + 1)
    ready.push(session?.turns.length ?? 0)
    for (;;) {
      const now = Atomics.load(counts, counted.taken)
      ready.splice(0, now - taken)
      taken = now
      if (isStopped()) return
      if (ready.length === 0 || ready.reduce((sum, turns) => sum + turns, 0) < mostTurns) break
      Atomics.wait(counts, counted.taken, now)
    }
  }
}

try {
  const { DatabaseSync } = await import('@photostructure/sqlite')
  const store = openTables(DatabaseSync, opening)
  try {
    readAll(store)
  } finally {
    store.close()
  }
} catch {
  // See above.
} finally {
  say(counted.isOver, 1)
  // Wakes who waits for a session that does not come.
  say(counted.read, Atomics.load(counts, counted.read) + 1)
  port.close()
}
