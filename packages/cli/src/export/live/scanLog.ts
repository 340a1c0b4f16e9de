import { createHash } from 'node:crypto'
import { closeSync, constants, fstatSync, openSync, readdirSync, readSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseLogFileName, timesIn } from '@active-mode/harness-adapter/library'
import { lineEvents } from '../lineEvents.js'
import type { LogEvent } from '../LogEvent.js'
import { type ExportState, type Position, startOf } from '../Positions.js'
import { readFrom } from './readFrom.js'

/** A line that was read: its events, and how far its file is exported once they are. */
export interface ScannedLine {
  readonly file: string
  readonly position: Position
  readonly events: ReadonlyArray<LogEvent>
}

/** What a scan saw beside lines. */
export interface ScanWatch {
  /** A file is read; what was said of it before is out of date. */
  readonly begun: (file: string) => void
  /** A file that cannot be read, or not to its end. */
  readonly unread: (file: string, why: string) => void
  /** A last line without an end, which may still be being written. The next scan reads it again. To a file that was put aside nothing is added. */
  readonly open: (file: string) => void
}

const hash = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex').slice(0, 32)

/** How files looked when they were read to their end: their id on the disk, size and time, by their names. */
export type Looked = Map<string, string>

/** So many bytes of a file's first line tell it from every other. */
const firstBytes = 4096

/** So many bytes before a line tell when the line before it was written. */
const beforeBytes = 64 * 1024

/**
 * The lines of a log that were not exported yet, file by file: by name, and of one session those first that were put aside first. The
 * folder is listed anew each time. Throws where it cannot be read.
 */
export function* scanLog(
  folder: string,
  done: ExportState['files'],
  looked: Looked,
  watch: ScanWatch,
): Generator<ScannedLine> {
  for (const file of listFiles(folder)) {
    const { name } = file
    try {
      const look = lookOf(statSync(join(folder, name)))
      const known = done.get(name)
      if (known !== undefined && looked.get(name) === look) yield { file: name, position: known, events: [] }
      else yield* scanFile(folder, file, done, watch)
      looked.set(name, look)
    } catch (error) {
      // A file that was put aside or pruned meanwhile has another name now, or none.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') continue
      watch.unread(name, error instanceof Error ? (error.message.split(',')[0] ?? '') : String(error))
    }
  }
}

const listFiles = (folder: string): ReadonlyArray<LogFile> =>
  readdirSync(folder)
    .flatMap((name) => {
      const parsed = parseLogFileName(name)
      return parsed === null ? [] : [{ name, ...parsed }]
    })
    .toSorted((a, b) => compare(a.base, b.base) || compare(a.putAside, b.putAside) || compare(a.name, b.name))

const lookOf = ({ ino, size, mtimeMs }: Stats): string => [ino, size, mtimeMs].join(' ')

const compare = <A extends string | number>(a: A, b: A): number => (a < b ? -1 : a > b ? 1 : 0)

interface LogFile {
  readonly name: string
  readonly base: string
  /** `Infinity` where it was not. */
  readonly putAside: number
}

function* scanFile(
  folder: string,
  { name, base, putAside }: LogFile,
  done: ExportState['files'],
  watch: ScanWatch,
): Generator<ScannedLine> {
  const fd = openSync(join(folder, name), constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const stats = fstatSync(fd)
    if (!stats.isFile()) throw new Error('it is not a regular file')
    const first = firstLine(fd)
    const from = startOf(done, name, first, stats.size)
    watch.begun(name)
    // Its place, also where nothing is new: it may have another name now.
    yield { file: name, position: { first, bytes: from }, events: [] }
    let before = timeBefore(fd, from)
    for (const { text, start, end, isEnded } of readFrom(fd, from)) {
      if (!isEnded && putAside === Number.POSITIVE_INFINITY && !isWhole(text)) {
        watch.open(name)
        return
      }
      const events = lineEvents({ base, file: name, text, start, before }, hash)
      before = timesIn(text)[0] ?? before
      yield { file: name, position: { first, bytes: end }, events }
    }
  } finally {
    closeSync(fd)
  }
}

/** A line that is all there but for its end; the writer ends it before the next. */
const isWhole = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const firstLine = (fd: number): string => {
  const head = Buffer.alloc(firstBytes)
  const count = readSync(fd, head, 0, firstBytes, 0)
  const end = head.subarray(0, count).indexOf(10)
  return hash(head.subarray(0, end < 0 ? count : end)).slice(0, 16)
}

/** The last time that the lines before a byte tell; 0 where none does. */
const timeBefore = (fd: number, byte: number): number => {
  const size = Math.min(byte, beforeBytes)
  const tail = Buffer.alloc(size)
  const count = readSync(fd, tail, 0, size, byte - size)
  return timesIn(tail.toString('utf8', 0, count)).at(-1) ?? 0
}
