import type { Ordering } from 'fp-ts/lib/Ordering.js'

/** The order of names in an outcome: by UTF-16 code unit, the same on every machine and in every locale (design 3). */
export const byCodeUnit = (left: string, right: string): Ordering => (left < right ? -1 : left > right ? 1 : 0)
