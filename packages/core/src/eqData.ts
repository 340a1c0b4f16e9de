import { type Eq, fromEquals } from 'fp-ts/lib/Eq.js'
import * as RA from 'fp-ts/lib/ReadonlyArray.js'
import * as RR from 'fp-ts/lib/ReadonlyRecord.js'

/**
 * Equality of plain data, such as the wire form: the same lists, and objects with the same fields in any order. Who made an
 * object does not matter, and a number that is none equals itself.
 */
export const eqData: Eq<unknown> = fromEquals((left, right) => {
  if (Array.isArray(left) || Array.isArray(right))
    return Array.isArray(left) && Array.isArray(right) && RA.getEq(eqData).equals(left, right)
  return isRecord(left) && isRecord(right)
    ? RR.size(left) === RR.size(right) && RR.isSubrecord(eqData)(right)(left)
    : Object.is(left, right)
})

const isRecord = (u: unknown): u is Readonly<Record<string, unknown>> => typeof u === 'object' && u !== null
