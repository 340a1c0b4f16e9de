import type { Option } from 'fp-ts/lib/Option.js'
import * as O from 'fp-ts/lib/Option.js'
import type { Ordering } from 'fp-ts/lib/Ordering.js'
import * as S from 'fp-ts/lib/string.js'

/** The places of a dotted version, most significant first, without leading zeros: `"1.02"` is `["1", "2"]`. */
export type Version = ReadonlyArray<string>

const dottedIntegers = /^\d+(?:\.\d+)*$/

/** Reads a version of dotted integers. Anything else, `"v2"` and `" 1"` too, is none (design 3.3). */
export const parseVersion = (text: string): Option<Version> =>
  dottedIntegers.test(text) ? O.some(text.split('.').map((place) => place.replace(/^0+(?=\d)/, ''))) : O.none

/** Orders versions place by place; a missing place counts as 0, so `1.0` equals `1` (design 3.3). */
export const compareVersions = (left: Version, right: Version): Ordering =>
  Array.from({ length: Math.max(left.length, right.length) }, (_, place) =>
    compareIntegers(left[place] ?? '0', right[place] ?? '0'),
  ).find((ordering) => ordering !== 0) ?? 0

/** Compared as text of one width: a version may have more digits than a number holds. */
const compareIntegers = (left: string, right: string): Ordering => {
  const width = Math.max(left.length, right.length)
  return S.Ord.compare(left.padStart(width, '0'), right.padStart(width, '0'))
}
