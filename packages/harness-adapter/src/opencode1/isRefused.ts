import type { SessionInfo } from '@active-mode/core'

/** Whether the harness knows no session by an id, or takes it for no id at all. Every other failure may be one of a real session. */
export const isRefused = (info: SessionInfo): boolean =>
  info._tag === 'unknown' &&
  info.failure._tag === 'call-failed' &&
  (info.failure.status === 404 || info.failure.status === 500)
