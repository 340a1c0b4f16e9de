import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fieldsOf } from '../../store/storeTurns.js'
import type { Notice2, NoticesView } from '../NoticesView.js'

/** The most that are shown. */
const mostShown = 3

/** Reads the notices beside a decision log. A line that is none is left out, and a file that is not there holds none. */
export const lookAtNotices = (logFolder: string): NoticesView => {
  const file = join(dirname(logFolder), 'notices.jsonl')
  const notices = linesOf(file).flatMap(noticeIn)
  return { file, count: notices.length, newest: notices.slice(-mostShown) }
}

const linesOf = (file: string): ReadonlyArray<string> => {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch {
    return []
  }
}

const noticeIn = (line: string): ReadonlyArray<Notice2> => {
  try {
    const { at, level, message } = fieldsOf(JSON.parse(line))
    return typeof at === 'string' && typeof level === 'string' && typeof message === 'string'
      ? [{ at, level, message }]
      : []
  } catch {
    return []
  }
}
