import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { groupBy } from 'fp-ts/lib/NonEmptyArray.js'
import { parseLogFileName } from '@active-mode/harness-adapter/library'
import { Refusal } from '../../Io.js'
import { createLineParser } from '../createLineParser.js'
import type { LogRecord } from '../LogRecord.js'
import { type FileSpan, fileSpan } from './fileSpan.js'
import { readLines } from './readLines.js'

/** The files of one session, or those that sessions with unusual ids share, oldest first. */
export interface LogGroup {
  /** The session that the files are named after; `null` where several share them. */
  readonly sessionId: string | null
  readonly files: ReadonlyArray<string>
  /** When the first line that is left was written, in milliseconds since the epoch; `Infinity` where none tells. */
  readonly began: number
}

/** A folder of decision logs. Times are milliseconds since the epoch; of an empty log they are infinite. */
export interface LogFolder {
  readonly path: string
  readonly groups: ReadonlyArray<LogGroup>
  readonly bytes: number
  readonly files: number
  readonly emptyFiles: number
  /** Files that cannot be read. They stay in their groups. */
  readonly unreadFiles: number
  /** When the first line of all was written. */
  readonly began: number
  /**
   * From when on no file of it was pruned. The plugin deletes the file that was written to longest ago, so whatever was
   * written after the last line of any file that is left is left too.
   */
  readonly wholeFrom: number
  /** When the last line of all was written. */
  readonly ended: number
}

/** Lists a log folder. Files that were put aside when they were full come before the one that is being written. Throws where the folder cannot be read. */
export const openLogFolder = (path: string): LogFolder => {
  const files = readdirSync(path).flatMap((name) => {
    const parsed = parseLogFileName(name)
    return parsed === null ? [] : [{ name, ...parsed, ...look(join(path, name)) }]
  })
  const groups = Object.entries(groupBy(({ base }: (typeof files)[number]) => base)(files)).map(([base, group]) => {
    const inOrder = group.toSorted((a, b) => (a.putAside === b.putAside ? 0 : a.putAside - b.putAside))
    return {
      sessionId: base === 'other' ? null : base,
      files: inOrder.map(({ name }) => name),
      began: inOrder.find(({ span }) => span !== null)?.span?.began ?? Number.POSITIVE_INFINITY,
    }
  })
  const spans = files.flatMap(({ span }) => (span === null ? [] : [span]))
  return {
    path,
    groups,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    files: files.length,
    emptyFiles: files.filter(({ isRead, bytes }) => isRead && bytes === 0).length,
    unreadFiles: files.filter(({ isRead }) => !isRead).length,
    began: Math.min(...spans.map(({ began }) => began)),
    // A clock that was set back may have ended a file before the log began.
    wholeFrom: Math.max(Math.min(...spans.map(({ began }) => began)), Math.min(...spans.map(({ ended }) => ended))),
    ended: Math.max(...spans.map(({ ended }) => ended)),
  }
}

/** What a file's beginning and end tell; of one that cannot be read nothing. */
const look = (file: string): { readonly span: FileSpan | null; readonly bytes: number; readonly isRead: boolean } => {
  try {
    return { span: fileSpan(file), bytes: statSync(file).size, isRead: true }
  } catch {
    return { span: null, bytes: 0, isRead: false }
  }
}

/** The forms of lines are the same in all files. */
const parseLine = createLineParser()

/** The records of a group of log files, joined in their order; a file that was put aside when it was full leaves no seam, and one that cannot be read costs itself only. */
export function* readRecords({ path }: LogFolder, { files, sessionId }: LogGroup): Generator<LogRecord> {
  for (const file of files) {
    let line = 0
    try {
      for (const text of readLines(join(path, file))) {
        line += 1
        if (text === '' || text === '\r') continue
        for (const record of parseLine(text, { file, line })) yield ownRecord(record, sessionId)
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

/** Opens a decision log. Throws a Refusal where it is not there, is none, or holds no file. */
export const openLog = (path: string): LogFolder => {
  if (!existsSync(path))
    throw new Refusal(
      `there is no decision log at ${path}; the plugin makes it with its first decision. If it writes to another folder (option decisionLog), give --log DIR`,
    )
  const log = tryToOpen(path)
  if (typeof log === 'string')
    throw new Refusal(
      `${path} cannot be read as a decision log (${log}); give the folder with --log DIR (the plugin's option decisionLog says where it is)`,
    )
  if (log.groups.length === 0)
    throw new Refusal(
      `${path} has no decision log file; give another folder with --log DIR, or check the plugin with: active-mode doctor`,
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
