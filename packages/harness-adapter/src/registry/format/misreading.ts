import { TomlDate } from 'smol-toml'
import type { TomlTable } from './TomlTable.js'

/** What smol-toml has accepted and should not have, or has read as something else; `null` where nothing is known against it. */
export const misreading = (text: string, table: TomlTable): string | null =>
  text.startsWith('\uFEFF')
    ? 'a second byte order mark'
    : lostQuotes.test(text)
      ? 'quotes after an escaped line end'
      : areWritten(text, datesIn(table))
        ? null
        : 'invalid date'

/** Four or five quotes after an escaped line end: the parser drops those that belong to the string (smol-toml 1.9.1). */
const lostQuotes = /\\[\t ]*\r?\n[\t\n\r ]*"{4}/

/** The parser leaves dates to the runtime, which accepts `1979-02-30` and `1979-"5-27` and makes other days of them. */
const areWritten = (text: string, dates: ReadonlyArray<TomlDate>): boolean => {
  const written = new Map<string, number>()
  for (const [date] of dates.length === 0 ? [] : text.matchAll(/\d{4}-\d\d-\d\d/g))
    written.set(date, (written.get(date) ?? 0) + 1)
  return dates.every((date) => {
    const day = dayOf(date)
    const left = (written.get(day) ?? 0) - 1
    written.set(day, left)
    return left >= 0
  })
}

/** The day as it is written, before its offset; empty where it has none. */
const dayOf = (date: TomlDate): string => {
  try {
    return date.toISOString().slice(0, 10)
  } catch {
    return ''
  }
}

/** Every date in a table but for times of day, however deep: dotted keys have no cap. */
const datesIn = (table: TomlTable): ReadonlyArray<TomlDate> => {
  const dates: TomlDate[] = []
  const open: unknown[] = [table]
  while (open.length > 0) {
    const value = open.pop()
    if (value instanceof TomlDate) {
      if (!value.isTime()) dates.push(value)
    } else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) open.push(each)
  }
  return dates
}
