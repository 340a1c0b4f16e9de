import type { Stats } from 'node:fs'
import { chmod, readdir, stat } from 'node:fs/promises'
import { isOwnName, type OwnFile } from './ownFiles.js'
import { registriesName } from './storeRegistry.js'

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
      !(await readdir(folder)).every((name) => isOwnName(name) || name === registriesName)
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
