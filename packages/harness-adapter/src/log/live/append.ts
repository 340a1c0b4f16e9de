import { closeSync, fchmodSync, fstatSync, mkdirSync, openSync, readSync, type Stats, writeSync } from 'node:fs'
import { type FileHandle, mkdir, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { asideFile } from '../format.js'
import { tighterMode } from './housekeeping.js'
import { fileBytes } from './limits.js'

/** A write that was begun: until it is answered, nobody knows how much of it is in the file. */
export interface Flight {
  readonly fd: number
  /** Where the file ended before, in bytes. What was written lies behind it. */
  readonly from: number
  readonly lines: ReadonlyArray<string>
}

/** Who is told how an append goes, at the very moment, since the process may end at the next. */
export interface AppendWatch {
  readonly begun: (flight: Flight) => void
  /** How many of the lines, from the first on, are whole in the file: fewer than all where the disk is full, none where it refuses. */
  readonly ended: (whole: number) => void
}

/**
 * Appends lines to a file of the log, in one write, so that two processes do not mix theirs. A file that is full is put
 * aside under a name of its own first (`now` is in milliseconds). Rejects where the disk refuses.
 */
export const appendLines = async (
  file: string,
  lines: ReadonlyArray<string>,
  now: number,
  { begun, ended }: AppendWatch,
): Promise<void> => {
  const text = `${lines.join('\n')}\n`
  const { handle, stats } = await openWithRoom(file, Buffer.byteLength(text), now)
  try {
    const start = (await readyToAppend(handle, stats)) ? '' : '\n'
    begun({ fd: handle.fd, from: stats.size, lines })
    const bytesWritten = await handle.write(Buffer.from(start + text)).then(
      ({ bytesWritten: bytes }) => bytes,
      (error: unknown) => {
        ended(0)
        throw error
      },
    )
    const whole = wholeLines(lines, bytesWritten - start.length)
    ended(whole)
    if (whole < lines.length) throw noRoom
  } finally {
    await handle.close().catch(() => undefined)
  }
}

/** A disk that fills up takes the part of a write that fits, and refuses only the next. */
const noRoom = Object.assign(new Error('no space left'), { code: 'ENOSPC' })

interface OpenFile {
  readonly handle: FileHandle
  readonly stats: Stats
}

const openWithRoom = async (file: string, bytes: number, now: number): Promise<OpenFile> => {
  const found = await openToAppend(file)
  if (found.stats.size === 0 || found.stats.size + bytes <= fileBytes) return found
  await found.handle.close()
  await rename(file, asideFile(file, now, process.pid)).catch(() => undefined)
  return openToAppend(file)
}

/** The folder is there but for the first time, so it is only made where opening failed for want of it. */
const openToAppend = async (file: string): Promise<OpenFile> => {
  const handle = await open(file, 'a+', 0o600).catch(async () => {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    return open(file, 'a+', 0o600)
  })
  return { handle, stats: await handle.stat() }
}

/**
 * Closes the file to others, and answers whether it ends where a line does. After a crash or a full disk it may not, and
 * what is glued to such an end no reader sees.
 */
const readyToAppend = async (handle: FileHandle, stats: Stats): Promise<boolean> => {
  const mode = tighterMode(stats, 0o600)
  if (mode !== null) await handle.chmod(mode).catch(() => undefined)
  if (stats.size === 0) return true
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, stats.size - 1)
  return buffer[0] === lineEnd
}

/** The byte that ends a line. */
const lineEnd = 10

/** How many of the lines, from the first on, lie within that many bytes. The last needs no line end, since the next append makes one. */
const wholeLines = (lines: ReadonlyArray<string>, bytes: number): number => {
  let count = 0
  let end = -1
  for (const line of lines) {
    end += 1 + Buffer.byteLength(line)
    if (end > bytes) break
    count += 1
  }
  return count
}

/** Appends lines to a file of the log before the process ends. Nothing is put aside any more, however full the file is. Throws where the disk refuses. */
export const appendAtEnd = (file: string, lines: ReadonlyArray<string>): void => {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const fd = openSync(file, 'a+', 0o600)
  try {
    const stats = fstatSync(fd)
    const mode = tighterMode(stats, 0o600)
    if (mode !== null) fchmodSync(fd, mode)
    const last = Buffer.alloc(1, lineEnd)
    if (stats.size > 0) readSync(fd, last, 0, 1, stats.size - 1)
    writeSync(fd, `${last[0] === lineEnd ? '' : '\n'}${lines.join('\n')}\n`)
  } finally {
    closeSync(fd)
  }
}

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
