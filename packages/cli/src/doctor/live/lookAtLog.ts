import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import { decisionFolder, droppedIn } from '@active-mode/harness-adapter/library'
import { fieldsOf, parseJson } from '../../Fields.js'
import { readTextOrNull } from '../../live/readOrNull.js'
import { openLogFolder } from '../../logs/live/LogFolder.js'
import { readLines } from '../../logs/live/readLines.js'
import type { SetupSettings } from '../../setup/live/configSources.js'
import type { LogView, Notice2, NoticesView } from '../checkLog.js'

/** Looks at the decision log that the option `decisionLog` names, without decoding it: whether it can be written, and what it says it lost. */
export const lookAtLog = (option: LogOption, settings: SetupSettings): LogView => {
  if (option === false) return noLog
  const folder = decisionFolder({ option, ...settings })
  const found = statSync(folder, { throwIfNoEntry: false })
  const counts = found === undefined ? null : countLines(folder)
  return {
    folder,
    isRelative: option !== null && !isAbsolute(option) && !/^~(?:\/|$)/.test(option),
    isTaken: found !== undefined && !found.isDirectory(),
    exists: counts !== null && counts.lines > 0,
    writable: isWritable(folder),
    mode: found === undefined ? null : found.mode & 0o777,
    lines: counts?.lines ?? 0,
    dropped: counts?.dropped ?? 0,
  }
}

/** The option `decisionLog`: a folder, `null` for the default one, or `false` for none. */
type LogOption = string | false | null

const noLog: LogView = {
  folder: false,
  isRelative: false,
  isTaken: false,
  exists: false,
  writable: true,
  mode: null,
  lines: 0,
  dropped: 0,
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

/** The most that are shown. */
const mostShown = 3

/** Reads the notices that the plugin leaves beside its decision log on 2.x. Lines that are no notices are skipped. */
export const lookAtNotices = (option: LogOption, settings: SetupSettings): NoticesView => {
  const file = join(dirname(decisionFolder({ option: option === false ? null : option, ...settings })), 'notices.jsonl')
  const notices = (readTextOrNull(file) ?? '').split('\n').flatMap((line): ReadonlyArray<Notice2> => {
    const { at, level, message } = fieldsOf(parseJson(line))
    return typeof at === 'string' && typeof level === 'string' && typeof message === 'string'
      ? [{ at, level, message }]
      : []
  })
  return { file, count: notices.length, newest: notices.slice(-mostShown) }
}
