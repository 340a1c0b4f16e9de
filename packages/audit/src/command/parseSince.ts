import * as E from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'

const units = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** A point of time from a date or from a span before `now` such as `7d`. Milliseconds since the epoch. Left: what the text should be. */
export const parseSince = (text: string, now: number): Either<string, number> => {
  const [, count, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? []
  if (count !== undefined) return E.right(now - Number(count) * units[unit as keyof typeof units])
  const time = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? E.left('give a date such as 2026-11-30 or 2026-11-30T12:00:00Z, or a span such as 12h or 7d') : E.right(time)
}
