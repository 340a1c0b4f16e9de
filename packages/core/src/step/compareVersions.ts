import type { Ordering } from 'fp-ts/lib/Ordering.js'
import type { Version } from './parseVersion.js'

/** Orders versions place by place; a missing place counts as 0, so `1.0` equals `1` (design 3.3). */
export const compareVersions = (left: Version, right: Version): Ordering =>
  Array.from({ length: Math.max(left.length, right.length) }, (_, place) =>
    compareIntegers(left[place] ?? '0', right[place] ?? '0'),
  ).find((ordering) => ordering !== 0) ?? 0

/** Compared as text: a version may have more digits than a number holds. */
const compareIntegers = (left: string, right: string): Ordering => {
  const [a, b] = left.length === right.length ? [left, right] : [left.length, right.length]
  return a < b ? -1 : a > b ? 1 : 0
}
