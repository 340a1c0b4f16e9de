import type { Stats } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

const ours = /^(?:(?:ses_[0-9A-Za-z]+|other)(?:\.[0-9a-z-]+)?\.jsonl|[0-9a-f]{64}\.json(?:\.[0-9a-f-]{36}\.tmp)?)$/

/** Whether a file in a folder of the log is one of ours, by its name; so is the half of a registry that a process left that died. Nothing else there is deleted or has its mode changed. */
export const isOwnName = (name: string): boolean => ours.test(name)

/** A file of the log. */
export interface OwnFile {
  readonly path: string
  readonly stats: Stats
}

/** Our own files in the folders, those that can be looked at. A link stands for itself. */
export const ownFiles = async (folders: ReadonlyArray<string>): Promise<ReadonlyArray<OwnFile>> =>
  (await Promise.all(folders.map(list))).flat()

const list = async (folder: string): Promise<ReadonlyArray<OwnFile>> => {
  const names = await readdir(folder).catch(() => [])
  const files = names.filter(isOwnName).map(async (name) => {
    const path = join(folder, name)
    return { path, stats: await lstat(path) }
  })
  return (await Promise.allSettled(files)).flatMap((file) => (file.status === 'fulfilled' ? [file.value] : []))
}
