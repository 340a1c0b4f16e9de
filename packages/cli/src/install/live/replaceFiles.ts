import {
  chmodSync,
  chownSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { Refusal } from '../../Io.js'
import { sayError } from '../../show/text.js'
import type { ConfigFile } from './ConfigFile.js'

/** A file that is to hold another text, or none. */
export interface Replacement {
  readonly was: ConfigFile
  readonly text: string | null
  /** Whether a new file is for its owner only. */
  readonly isPrivate?: boolean
}

/** What was done, and how it is taken back. */
export interface Done {
  /** The folders that were made, the deepest first. */
  readonly folders: ReadonlyArray<string>
  readonly undo: () => void
}

/**
 * Replaces a file whole: what is there now is either the old text or the new one. A link stays a link, and the permissions stay. Throws a
 * Refusal where it changed since it was read, or cannot be written.
 */
export const replaceFile = ({ was, text, isPrivate = false }: Replacement): Done => {
  const { file, real } = was
  try {
    if (textOf(real) !== was.text)
      throw new Refusal(`${file} was changed meanwhile by another program; run this command again`)
    const folders = text === null ? [] : makeFolders(dirname(real))
    if (text === null) rmSync(real)
    else write(real, text, was.text !== null, isPrivate)
    return {
      folders,
      undo: () => {
        if (was.text === null) rmSync(real, { force: true })
        else write(real, was.text, text !== null)
        removeFolders(folders)
      },
    }
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal(`${file} cannot be written (${sayError(error)}); make it and its folder writable`)
  }
}

/** Removes folders that are empty, in this order. */
export const removeFolders = (folders: ReadonlyArray<string>): void => {
  for (const folder of folders)
    try {
      rmdirSync(folder)
    } catch {
      // Something else is in it by now.
      return
    }
}

const write = (path: string, text: string, isThere: boolean, isPrivate = false): void => {
  const half = `${path}.${process.pid}.tmp`
  try {
    // A config may hold keys: nobody else is to read the half that is written.
    const handle = openSync(half, 'wx', isThere || isPrivate ? 0o600 : 0o666)
    try {
      writeSync(handle, text)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    if (isThere) {
      const { mode, uid, gid } = statSync(path)
      keepOwner(half, uid, gid)
      chmodSync(half, mode & 0o7777)
    }
    renameSync(half, path)
  } catch (error) {
    rmSync(half, { force: true })
    throw error
  }
}

/** Only root may give a file away; where that fails the file is this user's, as with every editor. */
const keepOwner = (path: string, uid: number, gid: number): void => {
  try {
    chownSync(path, uid, gid)
  } catch {
    // Nothing depends on it.
  }
}

const makeFolders = (folder: string): ReadonlyArray<string> => {
  const missing = missingFrom(folder)
  mkdirSync(folder, { recursive: true })
  return missing
}

const missingFrom = (folder: string): ReadonlyArray<string> =>
  statSync(folder, { throwIfNoEntry: false }) !== undefined || dirname(folder) === folder
    ? []
    : [folder, ...missingFrom(dirname(folder))]

const textOf = (path: string): string | null => {
  try {
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(readFileSync(path))
  } catch {
    return null
  }
}
