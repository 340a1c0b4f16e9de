import { readdir, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { folderBytes, keptMs } from './limits.js'

/** What may be deleted: our own files, and nothing that somebody else laid into the folder. */
const ours = /^(?:(?:ses_[0-9A-Za-z]+|other)(?:\.[0-9a-z-]+)?\.jsonl|[0-9a-f]{64}\.json)$/

/** Deletes the files of the log that are too old, and the oldest of the rest while they take more than the folder may. */
export const prune = async (folders: ReadonlyArray<string>, now: number): Promise<void> => {
  const files = (await Promise.all(folders.map(list))).flat().toSorted((a, b) => b.mtimeMs - a.mtimeMs)
  let kept = 0
  for (const { path, size, mtimeMs } of files) {
    kept += size
    if (kept > folderBytes || now - mtimeMs > keptMs) await unlink(path).catch(() => undefined)
  }
}

interface LogFile {
  readonly path: string
  readonly size: number
  readonly mtimeMs: number
}

const list = async (folder: string): Promise<ReadonlyArray<LogFile>> => {
  const names = await readdir(folder).catch(() => [])
  const files = names.filter((name) => ours.test(name)).map(async (name) => {
    const path = join(folder, name)
    const { size, mtimeMs } = await stat(path)
    return { path, size, mtimeMs }
  })
  return (await Promise.allSettled(files)).flatMap((file) => (file.status === 'fulfilled' ? [file.value] : []))
}
