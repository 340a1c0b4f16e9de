import { statSync, type BigIntStats } from 'node:fs'

import { errorCode } from './errorCode.js'

/** A path of the file system. Names that are not UTF-8 are reached through their bytes. */
export type Path = string | Buffer

/**
 * What tells two states of a path apart without opening it: inode, size, and modification and change time in
 * nanoseconds, links followed. A path that is not there is `missing`; one that cannot be looked at is `failed`.
 */
export type Stamp = FoundStamp | { readonly kind: 'missing' } | { readonly kind: 'failed'; readonly code: string }

export interface FoundStamp {
  readonly kind: 'file' | 'folder' | 'other'
  readonly device: bigint
  readonly inode: bigint
  readonly size: bigint
  readonly modified: bigint
  readonly changed: bigint
}

const options = { bigint: true, throwIfNoEntry: false } as const

/** The bare look, made to cost no more than its system call. A missing path is `undefined`, a failure its error code. */
const look = (path: Path): BigIntStats | string | undefined => {
  try {
    return statSync(path, options)
  } catch (error) {
    const code = errorCode(error)
    return code === 'ENOENT' || code === 'ENOTDIR' ? undefined : code
  }
}

/** The stamp of a path as it is now. */
export const stampOf = (path: Path): Stamp => {
  const found = look(path)
  return found === undefined ? { kind: 'missing' } : typeof found === 'string' ? { kind: 'failed', code: found } : foundStamp(found)
}

/** The stamp in the answer of a `stat`. */
export const foundStamp = (stats: BigIntStats): FoundStamp => ({
  kind: stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : 'other',
  device: stats.dev,
  inode: stats.ino,
  size: stats.size,
  modified: stats.mtimeNs,
  changed: stats.ctimeNs,
})

/** Whether a path still is what its stamp says. */
export const stampHolds = (path: Path, stamp: Stamp): boolean => {
  const found = look(path)
  return found === undefined
    ? stamp.kind === 'missing'
    : typeof found === 'string'
      ? stamp.kind === 'failed' && stamp.code === found
      : stamp.kind !== 'missing' &&
        stamp.kind !== 'failed' &&
        found.ctimeNs === stamp.changed &&
        found.mtimeNs === stamp.modified &&
        found.ino === stamp.inode &&
        found.size === stamp.size
}

/** Whether two stamps are of one state. */
export const sameStamp = (left: Stamp, right: Stamp): boolean =>
  left.kind === 'missing' || left.kind === 'failed' || right.kind === 'missing' || right.kind === 'failed'
    ? left.kind === right.kind && (left.kind !== 'failed' || right.kind !== 'failed' || left.code === right.code)
    : left.changed === right.changed && left.modified === right.modified && left.inode === right.inode && left.size === right.size
