import { statSync, type Stats } from 'node:fs'

import { errorCode } from './errorCode.js'

/** A path of the file system. Names that are not UTF-8 are reached through their bytes. */
export type Path = string | Buffer

/**
 * What tells two states of a path apart without opening it: inode, size, and modification and change time, links
 * followed. A path that is not there is `missing`; one that cannot be looked at is `failed`.
 */
export type Stamp = FoundStamp | { readonly kind: 'missing' } | { readonly kind: 'failed'; readonly code: string }

/** Times are in milliseconds with a fraction, fine to a quarter of a microsecond; why that is fine enough is ADR 13. */
export interface FoundStamp {
  readonly kind: 'file' | 'folder' | 'other'
  readonly device: number
  readonly inode: number
  readonly size: number
  readonly modified: number
  readonly changed: number
}

const quietly = { throwIfNoEntry: false } as const

/** The code of a failed look; `null` where there simply is nothing. */
const failureOf = (error: unknown): string | null => {
  const code = errorCode(error)
  return code === 'ENOENT' || code === 'ENOTDIR' ? null : code
}

/** The stamp of a path as it is now. */
export const stampOf = (path: Path): Stamp => {
  try {
    const found = statSync(path, quietly)
    return found === undefined ? { kind: 'missing' } : foundStamp(found)
  } catch (error) {
    const code = failureOf(error)
    return code === null ? { kind: 'missing' } : { kind: 'failed', code }
  }
}

/** The stamp in the answer of a `stat`. */
export const foundStamp = (stats: Stats): FoundStamp => ({
  kind: stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : 'other',
  device: stats.dev,
  inode: stats.ino,
  size: stats.size,
  modified: stats.mtimeMs,
  changed: stats.ctimeMs,
})

/** Whether a path still is what its stamp says. Where something was found this is one bare `stat`, the cheapest there is. */
export const stampHolds = (path: Path, stamp: Stamp): boolean => {
  if (stamp.kind === 'missing' || stamp.kind === 'failed') return sameStamp(stampOf(path), stamp)
  try {
    const { ctimeMs, mtimeMs, ino, size } = statSync(path)
    return ctimeMs === stamp.changed && mtimeMs === stamp.modified && ino === stamp.inode && size === stamp.size
  } catch {
    return false
  }
}

/** Whether two stamps are of one state. */
export const sameStamp = (left: Stamp, right: Stamp): boolean =>
  left.kind === 'missing' || left.kind === 'failed' || right.kind === 'missing' || right.kind === 'failed'
    ? left.kind === right.kind && (left.kind !== 'failed' || right.kind !== 'failed' || left.code === right.code)
    : left.changed === right.changed && left.modified === right.modified && left.inode === right.inode && left.size === right.size

/** A path with its stamp. */
interface Stamped {
  readonly path: Path
  readonly stamp: FoundStamp
}

/**
 * Whether two paths lead to one folder. A number cannot hold every inode, so where the numbers are equal both paths are
 * looked at again, exactly.
 */
export const isSameFolder = (left: Stamped, right: Stamped): boolean =>
  left.stamp.inode === right.stamp.inode && left.stamp.device === right.stamp.device && isSameIdentity(left.path, right.path)

const isSameIdentity = (left: Path, right: Path): boolean => {
  try {
    const [one, other] = [statSync(left, { bigint: true }), statSync(right, { bigint: true })]
    return one.ino === other.ino && one.dev === other.dev
  } catch {
    return false
  }
}
