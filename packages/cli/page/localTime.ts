const two = (part: number): string => String(part).padStart(2, '0')

/** A day and a time of the person who looks, in a form that sorts: `2026-11-30 14:13:51`. */
export const localTime = (ms: number): string => `${localDay(ms)} ${localClock(ms)}`

/** The time from the first to the last; the day is said once where it is the same. */
export const localSpan = (from: number, until: number): string => {
  if (localTime(from) === localTime(until)) return localTime(from)
  return localDay(from) === localDay(until)
    ? `${localTime(from)} – ${localClock(until)}`
    : `${localTime(from)} – ${localTime(until)}`
}

/** The name of the time zone that all of them are in. */
export const zoneName = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

const localDay = (ms: number): string => {
  const date = new Date(ms)
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

const localClock = (ms: number): string => {
  const date = new Date(ms)
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
}
