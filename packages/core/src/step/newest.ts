import { pipe } from 'fp-ts/lib/function.js'
import type { Option } from 'fp-ts/lib/Option.js'
import * as O from 'fp-ts/lib/Option.js'
import * as RA from 'fp-ts/lib/ReadonlyArray.js'
import type { MonotonicKey } from '../MonotonicKey.js'
import { arrangeKeys } from './arrangeKeys.js'

/** Something that has a key, at its place in the order of the keys. Greater is newer, equal is a tie. */
export interface Placed<A> {
  readonly record: A
  readonly place: number
}

/** The places of records by their own keys. None where these keys have no order. */
export const placesOf = <A extends { readonly key: MonotonicKey }>(
  records: ReadonlyArray<A>,
): Option<ReadonlyArray<Placed<A>>> =>
  pipe(
    arrangeKeys(records.map(({ key }) => key)),
    O.map((places) => records.map((record, index) => ({ record, place: places[index] ?? 0 }))),
  )

/** The records that no other is newer than: one, or several in a tie. */
export const newestOf = <P extends Placed<unknown>>(placed: ReadonlyArray<P>): ReadonlyArray<P> => {
  const newest = placed.reduce((most, { place }) => Math.max(most, place), Number.NEGATIVE_INFINITY)
  return placed.filter(({ place }) => place === newest)
}

/** The newest record. None where there is none, or where the newest tie and name two agents. */
export const newestAgreed = <A extends { readonly agent: string }>(
  placed: ReadonlyArray<Placed<A>>,
): Option<Placed<A>> =>
  pipe(
    newestOf(placed),
    O.fromPredicate((newest) => newest.every(({ record }) => record.agent === newest[0]?.record.agent)),
    O.chain(RA.head),
  )
