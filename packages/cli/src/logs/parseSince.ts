import type { Either } from 'fp-ts/lib/Either.js'
import * as E from 'fp-ts/lib/Either.js'

const units = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const

const form = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/

const wanted =
  'give a date such as 2026-11-30 or 2026-11-30T12:00 (in your own time zone, or with Z or +01:00 at its end), or a span such as 12h or 7d'

/**
 * A point of time from a date or from a span before `now` such as `7d`. Milliseconds since the epoch. A day is the
 * person's own, from its first moment on, and so is a time without a zone. Left: what the text should be.
 */
export const parseSince = (text: string, now: number): Either<string, number> => {
  const [, count, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? []
  if (count !== undefined) return E.right(now - Number(count) * units[unit as keyof typeof units])
  const match = form.exec(text)
  if (match === null) return E.left(wanted)
  const [, year, month, day, hour, minute, second, zone] = match
  const fields = [year, month, day, hour, minute, second].map((part) => Number(part ?? 0))
  if (!isOfCalendar(fields)) return E.left(`there is no such day or time; ${wanted}`)
  if (hour === undefined) return E.right(firstMoment(fields))
  // Without a zone the engine takes the person's own.
  const time = Date.parse(text.replace(' ', 'T').replace(/T(\d{2}:\d{2})(?=Z|[+-]|$)/, 'T$1:00'))
  return Number.isNaN(time)
    ? E.left(wanted)
    : zone === undefined && !isLocal(time, fields)
      ? E.left(`the clocks were put forward over that time; ${wanted}`)
      : E.right(time)
}

/** The first moment of a day here. Where the clocks are put forward at midnight that is not 00:00. */
const firstMoment = ([year = 0, month = 0, day = 0]: ReadonlyArray<number>): number =>
  new Date(year, month - 1, day).getTime()

const isOfCalendar = ([
  year = 0,
  month = 0,
  day = 0,
  hour = 0,
  minute = 0,
  second = 0,
]: ReadonlyArray<number>): boolean => {
  const date = new Date(Date.UTC(2000, 0, 1))
  date.setUTCFullYear(year, month - 1, day)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hour < 24 && minute < 60 && second < 60
}

const isLocal = (time: number, [year, month, day, hour, minute]: ReadonlyArray<number>): boolean => {
  const date = new Date(time)
  return (
    date.getFullYear() === year &&
    date.getMonth() + 1 === month &&
    date.getDate() === day &&
    date.getHours() === hour &&
    date.getMinutes() === minute
  )
}
