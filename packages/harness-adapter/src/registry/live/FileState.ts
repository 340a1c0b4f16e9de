import { type Stats, statSync } from 'node:fs'

/** A path of the file system. Names that are not UTF-8 are reached through their bytes. */
export type Path = string | Buffer

/**
 * The state of a path, told without opening it: device, inode, size, and modification and change time, links
 * followed. A path that is not there is `missing`; one that cannot be looked at is `failed`.
 */
export type FileState = FoundState | { readonly kind: 'missing' } | { readonly kind: 'failed'; readonly code: string }

/** Times are in milliseconds with a fraction, fine to a quarter of a microsecond; why that is fine enough is ADR 13. */
export interface FoundState {
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

/** The state of a path as it is now. */
export const stateOf = (path: Path): FileState => {
  try {
    const found = statSync(path, quietly)
    return found === undefined ? { kind: 'missing' } : foundState(found)
  } catch (error) {
    const code = failureOf(error)
    return code === null ? { kind: 'missing' } : { kind: 'failed', code }
  }
}

/** The state in the answer of a `stat`. */
export const foundState = (stats: Stats): FoundState => ({
  kind: stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : 'other',
  device: stats.dev,
  inode: stats.ino,
  size: stats.size,
  modified: stats.mtimeMs,
  changed: stats.ctimeMs,
})

/** Whether a path still is what its state says. Where something was found this is one bare `stat`, the cheapest there is. */
export const stateHolds = (path: Path, state: FileState): boolean => {
  if (state.kind === 'missing' || state.kind === 'failed') return sameState(stateOf(path), state)
  try {
    const { ctimeMs, mtimeMs, ino, size, dev } = statSync(path)
    return (
      ctimeMs === state.changed &&
      mtimeMs === state.modified &&
      ino === state.inode &&
      size === state.size &&
      dev === state.device
    )
  } catch {
    return false
  }
}

/** Whether two states are the same. */
export const sameState = (left: FileState, right: FileState): boolean =>
  left.kind === 'missing' || left.kind === 'failed' || right.kind === 'missing' || right.kind === 'failed'
    ? left.kind === right.kind && (left.kind !== 'failed' || right.kind !== 'failed' || left.code === right.code)
    : left.changed === right.changed &&
      left.modified === right.modified &&
      left.inode === right.inode &&
      left.size === right.size &&
      left.device === right.device

/** Whether two states differ in nothing but inode and device. */
export const isSameButNumber = (left: FileState, right: FileState): boolean =>
  'inode' in left && 'inode' in right && sameState(left, { ...right, inode: left.inode, device: left.device })

/** A path with its state. */
interface Located {
  readonly path: Path
  readonly state: FoundState
}

/**
 * Whether two paths lead to one folder. A number cannot hold every inode, so where the numbers are equal both paths are
 * looked at again, exactly.
 */
export const isSameFolder = (left: Located, right: Located): boolean =>
  left.state.inode === right.state.inode &&
  left.state.device === right.state.device &&
  isSameIdentity(left.path, right.path)

const isSameIdentity = (left: Path, right: Path): boolean => {
  try {
    const [one, other] = [statSync(left, { bigint: true }), statSync(right, { bigint: true })]
    return one.ino === other.ino && one.dev === other.dev
  } catch {
    return false
  }
}

/** The code of a system error, such as `EACCES`; never its message, which quotes paths. */
export const errorCode = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : 'unknown error'

/**
 * Whether the same state seen again proves that nothing changed; git calls an entry that fails this *racy*. File systems
 * count time in ticks: an edit of equal length in the tick of the one before leaves the state as it is. So a state is old
 * enough once its times are a tick in the past, or once it has been seen (`seenForMs`) for longer than a tick. A time in
 * the future tells nothing.
 */
export const isOldEnough = (state: Times, nowMs: number, seenForMs: number): boolean =>
  nowMs - Math.max(state.modified, state.changed) >= tickMs(state) || seenForMs > tickMs(state)

type Times = Pick<FoundState, 'modified' | 'changed'>

/** A tick is at most 10 ms where times have a fraction of a second, and 1 or 2 s where they have none. */
const tickMs = ({ modified, changed }: Times): number => (modified % 1000 === 0 && changed % 1000 === 0 ? 2_100 : 100)
