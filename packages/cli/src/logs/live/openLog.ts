import { existsSync } from 'node:fs'
import { Refusal } from '../../live/Refusal.js'
import { type LogFolder, openLogFolder } from './logFolder.js'

/** Opens a decision log. Throws a Refusal where it is not there, is none, or holds no file. */
export const openLog = (path: string): LogFolder => {
  if (!existsSync(path))
    throw new Refusal(
      `there is no decision log at ${path}; the plugin makes it with its first decision; if it writes to another folder (its option decisionLog), give --log DIR`,
    )
  const log = tryToOpen(path)
  if (typeof log === 'string')
    throw new Refusal(
      `${path} cannot be read as a decision log (${log}); give the folder with --log DIR (the plugin's option decisionLog says where it is)`,
    )
  if (log.groups.length === 0)
    throw new Refusal(
      `${path} holds no decision log file; give another folder with --log DIR, or check the plugin with: active-mode doctor`,
    )
  return log
}

const tryToOpen = (path: string): LogFolder | string => {
  try {
    return openLogFolder(path)
  } catch (error) {
    return error instanceof Error ? (error.message.split(',')[0] ?? '') : String(error)
  }
}
