import { fstatSync, readSync } from 'node:fs'
import type { Flight } from './appendLines.js'

/** How long a write that was begun is waited for at the process's end, in milliseconds. It takes well under one. */
const patience = 100

/**
 * How many lines of a write that was begun are in the file, from the first on. For the process's end: the write goes on in
 * another thread and nobody will hear of its answer, so the file itself is looked at until all of it is there.
 */
export const landedLines = (flight: Flight): number => {
  for (let waited = 0; ; waited += 1) {
    const count = countIn(tailOf(flight), flight.lines)
    if (count === flight.lines.length || waited >= patience) return count
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)
  }
}

const tailOf = ({ fd, from }: Flight): string => {
  const buffer = Buffer.alloc(Math.max(0, fstatSync(fd).size - from))
  return buffer.subarray(0, readSync(fd, buffer, 0, buffer.length, from)).toString('utf8')
}

/** Others write to the file as well, so a line may lie anywhere behind its start. */
const countIn = (tail: string, lines: ReadonlyArray<string>): number => {
  const missing = lines.findIndex((line) => !tail.includes(line))
  return missing === -1 ? lines.length : missing
}
