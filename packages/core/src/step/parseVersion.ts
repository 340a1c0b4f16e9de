import type { Option } from 'fp-ts/lib/Option.js'
import * as O from 'fp-ts/lib/Option.js'

/** The places of a dotted version, most significant first, without leading zeros: `"1.02"` is `["1", "2"]`. */
export type Version = ReadonlyArray<string>

const dottedIntegers = /^\d+(?:\.\d+)*$/

/** Reads a version of dotted integers. Anything else, `"v2"` and `" 1"` too, is none (design 3.3). */
export const parseVersion = (text: string): Option<Version> =>
  dottedIntegers.test(text) ? O.some(text.split('.').map((place) => place.replace(/^0+(?=\d)/, ''))) : O.none
