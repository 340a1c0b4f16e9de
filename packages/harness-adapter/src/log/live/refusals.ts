import { writeSync } from 'node:fs'
import { processEnd } from '../../environment/live/processEnd.js'
import { processWide } from '../../environment/memory.js'
import { cleanText } from '../../show/text.js'

/** Tells a person one sentence. Answers whether it arrived; never rejects. */
export type Teller = (message: string) => Promise<boolean>

const isSet = (value: unknown): value is Set<string> => value instanceof Set

/** Whether this is the first time in this process that somebody has to be told of a folder that refuses. */
const isFirst = (folder: string): boolean => {
  const told = processWide('refused-folders/1', isSet, () => new Set<string>())
  if (told.has(folder)) return false
  told.add(folder)
  return true
}

/** What a person is told of a log that cannot be written; `code` is that of the system's error, such as `EACCES`. */
const textOf = (folder: string, code: string): string =>
  `the decision log cannot be written (${code}), and each request costs a line of it for as long as that lasts. Make ${cleanText(folder)} a folder that you may write to, name another one in the option decisionLog, or set it to false.`

/** The harness takes no lines for its log any more when the process ends. What it did not get is the last thing that the process says. */
const sayLast = (message: string): void => {
  writeSync(2, `active-mode: ${message}\n`)
}

/** Tells that a folder refuses: once in a process, however many logs write there, and at its end where nobody got to hear it before. */
export const tellRefusal = (folder: string, code: string, tell: Teller): void => {
  if (!isFirst(folder)) return
  const message = textOf(folder, code)
  const last = (): void => sayLast(message)
  processEnd().add(last)
  void tell(message).then((hasArrived) => hasArrived && processEnd().delete(last))
}

/** As `tellRefusal`, of a folder that refuses what has to be written when the process ends. */
export const tellRefusalAtEnd = (folder: string, code: string): void => {
  if (isFirst(folder)) sayLast(textOf(folder, code))
}
