import { cleanText } from '../../render/cleanText.js'
import { processWide } from '../processWide.js'

const isSet = (value: unknown): value is Set<string> => value instanceof Set

/** Whether this is the first time in this process that somebody has to be told of a folder that refuses. */
export const isFirstRefusal = (folder: string): boolean => {
  const told = processWide('refused-folders/1', isSet, () => new Set<string>())
  if (told.has(folder)) return false
  told.add(folder)
  return true
}

/** What a person is told of a log that cannot be written; `code` is that of the system's error, such as `EACCES`. */
export const refusalText = (folder: string, code: string): string =>
  `the decision log cannot be written (${code}), and each request costs a line of it for as long as that lasts. Make ${cleanText(folder)} a folder that you may write to, name another one in the option decisionLog, or set it to false.`
