import { createHash } from 'node:crypto'
import { constants, fstatSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { FileBytes, FileContent, FileFailure } from '../format/FileContent.js'
import { type Entry, entryOf, type Located, thisMoment } from './Entry.js'
import { errorCode, type FoundState, foundState, type Path, sameState } from './FileState.js'
import { limits } from './limits.js'

/** A file's entry together with its content, which nobody keeps longer than it takes to decode it. */
export interface EntryRead {
  readonly entry: Entry
  readonly content: FileContent
}

/** Reads a file that was found. One that is larger than the cap is not even opened. */
export const readEntry = async (found: Located, earlier: Entry | undefined): Promise<EntryRead> => {
  const now = thisMoment()
  const { content, state } =
    found.state.size > limits.fileBytes ? { content: tooLarge, state: null } : await readFileOnce(found.path)
  return {
    content,
    entry: entryOf(
      { ...found, state: state ?? found.state },
      content._tag === 'bytes'
        ? { _tag: 'file', sha256: content.sha256, failure: null }
        : { _tag: 'file', sha256: null, failure: content },
      earlier,
      now,
    ),
  }
}

/** One file as it was read, and the state that goes with it; `null` where it could not be opened. */
interface FileRead {
  readonly content: DigestedBytes | FileFailure
  readonly state: FoundState | null
}

/** The bytes of a file with their digest in hex. */
interface DigestedBytes extends FileBytes {
  readonly sha256: string
}

const failure = (why: FileFailure['why'], detail: string): FileFailure => ({ _tag: 'failed', why, detail })

/** A file that is not read for its size. */
const tooLarge = failure('too-large', `the file is larger than ${String(limits.fileBytes)} bytes`)

/** A file that is not there. */
export const absent = failure('absent', 'there is no such file')

/** Non-blocking: a FIFO would hang the chat, and the type is only certain once the file is open. */
const flags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY

/** Reads a regular file whole. Its state is the same before and after, or it is read again, and named in the end. */
const readFileOnce = async (path: Path, attempts: number = limits.attempts): Promise<FileRead> => {
  const read = await attempt(path)
  return read !== 'changed'
    ? read
    : attempts > 1
      ? readFileOnce(path, attempts - 1)
      : { content: failure('unreadable', 'the file changed each time it was read'), state: null }
}

const attempt = async (path: Path): Promise<FileRead | 'changed'> => {
  try {
    const handle = await open(path, flags)
    try {
      return await readOpened(handle)
    } finally {
      await handle.close()
    }
  } catch (error) {
    const code = errorCode(error)
    return { content: code === 'ENOENT' ? absent : failure('unreadable', code), state: null }
  }
}

const readOpened = async (handle: FileHandle): Promise<FileRead | 'changed'> => {
  const before = stateOfOpen(handle)
  if (before.kind !== 'file') return { content: failure('unreadable', 'not a regular file'), state: before }
  if (before.size > limits.fileBytes) return { content: tooLarge, state: before }
  const bytes = await readBytes(handle, before.size)
  const after = stateOfOpen(handle)
  return bytes === null || !sameState(before, after)
    ? 'changed'
    : { content: { _tag: 'bytes', bytes, sha256: createHash('sha256').update(bytes).digest('hex') }, state: before }
}

/** Synchronous, as every look at a state is: a fifth of what waiting for it would cost. */
const stateOfOpen = ({ fd }: FileHandle): FoundState => foundState(fstatSync(fd))

/** Some file systems answer a read in pieces; a file that grows as fast as it is read must not keep the reader. */
const pieces = 64

/** Exactly `size` bytes; `null` where the file holds fewer, or more while it is read. Whether it grew afterwards its state tells. */
const readBytes = async (handle: FileHandle, size: number): Promise<Uint8Array | null> => {
  const buffer = Buffer.allocUnsafeSlow(size + 1)
  let filled = 0
  for (let piece = 0; piece < pieces && filled <= size; piece += 1) {
    const { bytesRead } = await handle.read(buffer, filled, size + 1 - filled, filled)
    filled += bytesRead
    if (bytesRead === 0 || filled === size) break
  }
  return filled === size ? buffer.subarray(0, size) : null
}
