import * as E from 'fp-ts/lib/Either.js'
import { decodeDecisionLogLine, showDecodeError } from '@active-mode/core'
import { lineStart } from '@active-mode/harness-adapter/library'
import type { LogRecord, Place } from './LogRecord.js'

/**
 * Reads a line of the log. A line that begins like ours and does not parse was torn by a crash or a full disk; what was
 * appended after the tear is read all the same. Anything else that is no line of this version is foreign.
 */
export const parseLogLine = (text: string, place: Place): ReadonlyArray<LogRecord> => {
  const json = parseJson(text)
  if (json !== undefined) return [recordOf(json, place)]
  if (!text.startsWith(lineStart) && !lineStart.startsWith(text)) return [{ _tag: 'foreign', place, why: 'not JSON' }]
  const glued = text.lastIndexOf(lineStart)
  const torn: LogRecord = {
    _tag: 'torn',
    place,
    messageId: /"messageId":"([\w-]{1,80})"/.exec(glued > 0 ? text.slice(0, glued) : text)?.[1] ?? null,
  }
  return glued > 0 ? [torn, ...parseLogLine(text.slice(glued), place)] : [torn]
}

const recordOf = (json: unknown, place: Place): LogRecord => {
  const line = decodeDecisionLogLine(json)
  if (E.isLeft(line)) {
    return { _tag: 'foreign', place, why: showDecodeError('the line')(line.left[0]) }
  }
  return 'dropped' in line.right
    ? { _tag: 'dropped', place, at: line.right.at, dropped: line.right.dropped }
    : { _tag: 'decision', place, entry: line.right, form: null }
}

/** `undefined` where the text is no JSON. */
const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
