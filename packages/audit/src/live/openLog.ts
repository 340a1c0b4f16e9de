import { type LogFolder, openLogFolder } from './logFolder.js'
import { Refusal } from './Refusal.js'

/** Opens a decision log. Throws a Refusal where it is none, or holds no file. */
export const openLog = (path: string): LogFolder => {
  const log = tryToOpen(path)
  if (log === null) throw new Refusal(`${path} cannot be read as a decision log; name the folder with --log DIR (the plugin's option decisionLog says where it is)`)
  if (log.groups.length === 0) throw new Refusal(`${path} holds no decisions; name another folder with --log DIR, or check the plugin with: active-mode doctor`)
  return log
}

const tryToOpen = (path: string): LogFolder | null => {
  try {
    return openLogFolder(path)
  } catch {
    return null
  }
}
