import type { Stats } from 'node:fs'
import { type FileHandle, mkdir, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileBytes } from './limits.js'
import { tighterMode } from './tighten.js'
import { wholeLines } from './wholeLines.js'

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
  await rename(file, file.replace(/\.jsonl$/, `.${now.toString(36)}-${process.pid}.jsonl`)).catch(() => undefined)
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
export const lineEnd = 10
