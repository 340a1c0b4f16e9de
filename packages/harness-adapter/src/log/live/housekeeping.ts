import type { Stats } from 'node:fs'
import { chmod, lstat, readdir, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { isOwnName, registriesFolder } from '../format.js'
import { folderBytes, keptMs } from './limits.js'

/** A file of the log. */
export interface OwnFile {
  readonly path: string
  readonly stats: Stats
}

/** Our own files in the folders, those that can be looked at. A link stands for itself. */
export const ownFiles = async (folders: ReadonlyArray<string>): Promise<ReadonlyArray<OwnFile>> =>
  (await Promise.all(folders.map(list))).flat()

const list = async (folder: string): Promise<ReadonlyArray<OwnFile>> => {
  const names = await readdir(folder).catch(() => [])
  const files = names.filter(isOwnName).map(async (name) => {
    const path = join(folder, name)
    return { path, stats: await lstat(path) }
  })
  return (await Promise.allSettled(files)).flatMap((file) => (file.status === 'fulfilled' ? [file.value] : []))
}

/** Deletes the files of the log that are too old, and the oldest of the rest while they take more than the folder may. `now` is in milliseconds. */
export const prune = async (files: ReadonlyArray<OwnFile>, now: number): Promise<void> => {
  let kept = 0
  for (const { path, stats } of files.toSorted((a, b) => b.stats.mtimeMs - a.stats.mtimeMs)) {
    kept += stats.size
    if (kept > folderBytes || now - stats.mtimeMs > keptMs) await unlink(path).catch(() => undefined)
  }
}

/** The mode that what belongs to this person has to get so that it allows no more than `most`; `null` where there is nothing to change. */
export const tighterMode = ({ uid, mode }: Stats, most: number): number | null =>
  uid === process.getuid?.() && (mode & 0o777 & ~most) !== 0 ? mode & most : null

/**
 * Closes a folder of the log to others. One that holds other things than the log was named by an option that meant a
 * shared place, the home folder or a project: closing it would break more than it hides, since the files in it are closed
 * one by one. Where the disk refuses, the mode stays.
 */
export const tightenFolder = async (folder: string): Promise<void> => {
  try {
    const stats = await stat(folder)
    const mode = tighterMode(stats, 0o700)
    if (
      mode === null ||
      isSticky(stats) ||
      !(await readdir(folder)).every((name) => isOwnName(name) || name === registriesFolder)
    )
      return
    await chmod(folder, mode)
  } catch {
    // The lines are worth more than the mode.
  }
}

/** As the folder for temporary files is: made for everybody, also while nothing else is in it. */
const isSticky = ({ mode }: Stats): boolean => (mode & 0o1000) !== 0

/** Closes files of the log to others. A link is left alone; where the disk refuses, the mode stays. */
export const tightenFiles = async (files: ReadonlyArray<OwnFile>): Promise<void> => {
  for (const { path, stats } of files) {
    const mode = stats.isFile() ? tighterMode(stats, 0o600) : null
    if (mode !== null) await chmod(path, mode).catch(() => undefined)
  }
}
