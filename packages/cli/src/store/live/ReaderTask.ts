import type { MessagePort } from 'node:worker_threads'
import type { PackedSession } from '../PackedSession.js'
import type { Opening } from './openTables.js'

/** What the thread that reads ahead is given. */
export interface ReaderTask {
  readonly opening: Opening
  /** The sessions that are wanted, in their order. */
  readonly ids: ReadonlyArray<string>
  /** Where they go, each as a `ReadSession`. */
  readonly port: MessagePort
  /** On memory that both threads see: at the places of `counted`. */
  readonly counts: Int32Array<SharedArrayBuffer>
}

/** A session that was read; `null` where the store has none of that id. */
export interface ReadSession {
  readonly id: string
  readonly session: PackedSession | null
}

/** What the two threads tell each other by numbers, since one that waits for the other hears nothing else. */
export const counted = {
  /** Sessions that were read. */
  read: 0,
  /** Sessions that were taken. */
  taken: 1,
  /** 1: none is wanted any more. */
  isStopped: 2,
  /** 1: the reader has closed the store. */
  isOver: 3,
} as const
