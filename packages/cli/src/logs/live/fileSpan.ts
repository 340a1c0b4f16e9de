import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { timesIn } from '@active-mode/harness-adapter/library'
import { readLines } from './readLines.js'

/** When the first and the last line of a file were written, in milliseconds since the epoch. */
export interface FileSpan {
  readonly began: number
  readonly ended: number
}

/** So many bytes from the end hold the last line, unless it is longer than any usual one. */
const tailBytes = 64 * 1024

/** So many lines may be torn or foreign before one has to tell its time. */
const mostSkipped = 100

/** The times that a file's lines tell; `null` where none does. Throws where the file cannot be read. */
export const fileSpan = (file: string): FileSpan | null => {
  const began = firstTime(file)
  return began === null ? null : { began, ended: timesIn(tailOf(file)).at(-1) ?? lastTime(file) ?? began }
}

const firstTime = (file: string): number | null => {
  let looked = 0
  for (const line of readLines(file)) {
    const [time] = timesIn(line)
    if (time !== undefined) return time
    looked += 1
    if (looked > mostSkipped) break
  }
  return null
}

const lastTime = (file: string): number | null => {
  let last: number | null = null
  for (const line of readLines(file)) last = timesIn(line)[0] ?? last
  return last
}

const tailOf = (file: string): string => {
  const fd = openSync(file, 'r')
  try {
    const { size } = fstatSync(fd)
    const tail = Buffer.alloc(Math.min(size, tailBytes))
    const count = readSync(fd, tail, 0, tail.length, size - tail.length)
    return tail.toString('utf8', 0, count)
  } finally {
    closeSync(fd)
  }
}
