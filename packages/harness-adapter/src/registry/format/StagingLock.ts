import { fieldsOf } from '../../environment/foreign.js'
import type { FileContent } from './FileContent.js'

/** The lock that a stager keeps in the root while it works. Both in milliseconds, the heartbeat since the epoch. */
export interface StagingLock {
  readonly heartbeatAt: number
  readonly ttl: number
}

/** Where a stager keeps its lock, below the root. */
export const stagingLockFile = '.staging-lock.json'

/** Reads a lock. One that does not parse is none: it must not hide a broken bundle behind a stager that is long gone. */
export const parseStagingLock = (content: FileContent): StagingLock | null => {
  if (content._tag === 'failed') return null
  try {
    const { heartbeat_at: at, ttl_ms: ttl } = fieldsOf(JSON.parse(new TextDecoder().decode(content.bytes)))
    const heartbeatAt = typeof at === 'number' ? at : typeof at === 'string' ? Date.parse(at) : Number.NaN
    return typeof ttl === 'number' && Number.isFinite(heartbeatAt) ? { heartbeatAt, ttl } : null
  } catch {
    return null
  }
}

/** Whether the heartbeat is younger than its time to live. One that lies further in the future than that is no sign of life. */
export const isLive = ({ heartbeatAt, ttl }: StagingLock, nowMs: number): boolean => Math.abs(nowMs - heartbeatAt) < ttl
