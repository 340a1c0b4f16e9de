import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { groupBy } from 'fp-ts/lib/NonEmptyArray.js'
import { readLines } from './readLines.js'

/** The files of one session, or those that sessions with unusual ids share, oldest first. */
export interface LogGroup {
  /** The session that the files are named after; `null` where several share them. */
  readonly sessionId: string | null
  readonly files: ReadonlyArray<string>
}

/** A folder of decision logs. */
export interface LogFolder {
  readonly path: string
  readonly groups: ReadonlyArray<LogGroup>
  readonly bytes: number
  /** When its earliest line was written, in milliseconds since the epoch; `Infinity` for an empty log. */
  readonly began: number
}

const logFile = /^(ses_[0-9A-Za-z]+|other)(?:\.([0-9a-z]+)[0-9a-z-]*)?\.jsonl$/

/** Lists a log folder. Files that were put aside when they were full come before the one that is being written. Throws where the folder cannot be read. */
export const openLogFolder = (path: string): LogFolder => {
  const files = readdirSync(path).flatMap((name) => {
    const [, base, aside] = logFile.exec(name) ?? []
    return base === undefined ? [] : [{ name, base, order: aside === undefined ? Number.POSITIVE_INFINITY : Number.parseInt(aside, 36) }]
  })
  const groups = Object.entries(groupBy(({ base }: (typeof files)[number]) => base)(files)).map(([base, group]) => ({
    sessionId: base === 'other' ? null : base,
    files: group.toSorted((a, b) => (a.order === b.order ? 0 : a.order - b.order)).map(({ name }) => name),
  }))
  return {
    path,
    groups,
    bytes: files.reduce((sum, { name }) => sum + statSync(join(path, name)).size, 0),
    began: Math.min(...files.map(({ name }) => firstTime(join(path, name)))),
  }
}

/** The time of the first line that tells one; `Infinity` where none of the first few does. */
const firstTime = (file: string): number => {
  let looked = 0
  for (const line of readLines(file)) {
    const time = Date.parse(/^\{"v":1,"at":"([^"]+)"/.exec(line)?.[1] ?? '')
    if (!Number.isNaN(time)) return time
    looked += 1
    if (looked > 100) break
  }
  return Number.POSITIVE_INFINITY
}
