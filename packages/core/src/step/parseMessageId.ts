import type { Option } from 'fp-ts/lib/Option.js'
import * as O from 'fp-ts/lib/Option.js'

const timeDigits = /^msg_([0-9a-f]{12})/

/** The counter in a message id of the harness: an integer from 0 to 2^48 - 1. What follows the digits is chance (design 3.2). */
export const parseMessageId = (id: string): Option<number> => {
  const digits = timeDigits.exec(id)?.[1]
  return digits === undefined ? O.none : O.some(Number.parseInt(digits, 16))
}
