import { appendFile, mkdir, rename, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Journal, JournalLine } from '../../notice/Journal.js'

/** The name of the file of notices, which lies beside the folder of the decisions. */
export const noticeFileName = 'notices.jsonl'

/** A file that has grown to this many bytes is put aside, in place of the one that was put aside before. */
const mostBytes = 64 * 1024

/** The most notices that wait for the disk. What comes while so many do is left out. */
const mostWaiting = 100

/** A journal that can also say whether a line arrived. */
export interface NoticeFile extends Journal {
  readonly tell: (line: JournalLine) => Promise<boolean>
}

/**
 * What a person should notice, one JSON object a line: `{ v: 1, at, level, message }`. The harness 2.x gives a plugin neither its log nor
 * its screen. Lines that only tell what is as it should be are left out. Nothing waits for it, and a disk that refuses costs the line.
 */
export const createNoticeFile = (file: string, now: () => number): NoticeFile => {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  const tell: NoticeFile['tell'] = ({ level, message }) => {
    if (level === 'info' || waiting >= mostWaiting) return Promise.resolve(false)
    waiting += 1
    const line = JSON.stringify({ v: 1, at: new Date(now()).toISOString(), level, message })
    const told = last.then(async () => {
      const isThere = await append(file, `${line}\n`).then(
        () => true,
        () => false,
      )
      waiting -= 1
      return isThere
    })
    last = told
    return told
  }
  return { write: (line) => void tell(line), toast: () => undefined, tell }
}

const append = async (file: string, text: string): Promise<void> => {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const size = await stat(file).then(
    (stats) => stats.size,
    () => 0,
  )
  if (size + Buffer.byteLength(text) > mostBytes) await rename(file, file.replace(/\.jsonl$/, '.old.jsonl'))
  await appendFile(file, text, { mode: 0o600 })
}
