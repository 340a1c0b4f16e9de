import { join } from 'node:path'
import type { LogRecord } from '../LogRecord.js'
import { parseLogLine } from '../parseLogLine.js'
import type { LogFolder, LogGroup } from './logFolder.js'
import { readLines } from './readLines.js'

/** The records of a group of log files, joined in their order; a file that was put aside when it was full leaves no seam, and one that cannot be read costs itself only. */
export function* readRecords(
  { path }: LogFolder,
  { files, sessionId }: LogGroup,
  sawBytes?: (count: number) => void,
): Generator<LogRecord> {
  for (const file of files) {
    let line = 0
    try {
      for (const text of readLines(join(path, file), sawBytes)) {
        line += 1
        if (text === '' || text === '\r') continue
        for (const record of parseLogLine(text, { file, line })) yield ownRecord(record, sessionId)
      }
    } catch (error) {
      yield {
        _tag: 'unread',
        place: { file, line: line + 1 },
        why: error instanceof Error ? (error.message.split(',')[0] ?? '') : String(error),
      }
    }
  }
}

/** A decision of another session in the file of this one was not written there by the plugin. */
const ownRecord = (record: LogRecord, sessionId: string | null): LogRecord =>
  record._tag === 'decision' && sessionId !== null && record.entry.sessionId !== sessionId
    ? { _tag: 'foreign', place: record.place, why: 'a decision of another session' }
    : record
