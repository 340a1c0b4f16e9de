import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { droppedIn } from '@active-mode/harness-adapter/library'
import { openLogFolder } from '../../logs/live/logFolder.js'
import { readLines } from '../../logs/live/readLines.js'
import type { LogView } from '../LogView.js'

/** Looks at a decision log without reading decisions: whether it can be written, and what it says it lost. */
export const lookAtLog = (folder: string, isRelative: boolean): LogView => {
  const found = statSync(folder, { throwIfNoEntry: false })
  const counts = found === undefined ? null : countLines(folder)
  return {
    folder,
    isRelative,
    isTaken: found !== undefined && !found.isDirectory(),
    exists: counts !== null && counts.lines > 0,
    writable: isWritable(folder),
    mode: found === undefined ? null : found.mode & 0o777,
    lines: counts?.lines ?? 0,
    dropped: counts?.dropped ?? 0,
  }
}

const countLines = (folder: string): { readonly lines: number; readonly dropped: number } | null => {
  try {
    const log = openLogFolder(folder)
    let lines = 0
    let dropped = 0
    for (const file of log.groups.flatMap(({ files }) => files))
      for (const line of readLines(join(folder, file))) {
        lines += 1
        dropped += droppedIn(line)
      }
    return { lines, dropped }
  } catch {
    return null
  }
}

const isWritable = (path: string): boolean => {
  if (!existsSync(path)) return dirname(path) !== path && isWritable(dirname(path))
  try {
    accessSync(path, constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}
