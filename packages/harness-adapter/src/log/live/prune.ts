import { unlink } from 'node:fs/promises'
import { folderBytes, keptMs } from './limits.js'
import type { OwnFile } from './ownFiles.js'

/** Deletes the files of the log that are too old, and the oldest of the rest while they take more than the folder may. `now` is in milliseconds. */
export const prune = async (files: ReadonlyArray<OwnFile>, now: number): Promise<void> => {
  let kept = 0
  for (const { path, stats } of files.toSorted((a, b) => b.stats.mtimeMs - a.stats.mtimeMs)) {
    kept += stats.size
    if (kept > folderBytes || now - stats.mtimeMs > keptMs) await unlink(path).catch(() => undefined)
  }
}
