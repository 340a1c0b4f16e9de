import { pipe } from 'fp-ts/lib/function.js'
import type { Option } from 'fp-ts/lib/Option.js'
import * as O from 'fp-ts/lib/Option.js'
import type { MonotonicKey, SeqKey } from '../MonotonicKey.js'
import { parseMessageId } from './parseMessageId.js'

const circle = 2 ** 48
const halfCircle = 2 ** 47

/**
 * The places of a set of keys in their order, one for each key: greater is newer, equal is a tie. None where the set has no
 * order: keys of two kinds, a number that is no integer, an id that does not parse, or ids that do not all lie within an
 * arc of less than 2^47 (serial-number arithmetic after RFC 1982, made total; design 3.2).
 */
export const arrangeKeys = (keys: ReadonlyArray<MonotonicKey>): Option<ReadonlyArray<number>> =>
  keys.every(isSeq)
    ? pipe(
        keys.map(({ value }) => value),
        O.fromPredicate((values) => values.every(Number.isSafeInteger)),
      )
    : pipe(keys, O.traverseArray(counterOf), O.chain(arrangeCounters))

const isSeq = (key: MonotonicKey): key is SeqKey => key._tag === 'seq'

const counterOf = (key: MonotonicKey): Option<number> =>
  key._tag === 'message-id' ? parseMessageId(key.value) : O.none

/** Places are signed distances from the first id. If all ids share an arc of less than half the circle, no distance is ambiguous. */
const arrangeCounters = (counters: ReadonlyArray<number>): Option<ReadonlyArray<number>> => {
  const origin = counters[0] ?? 0
  const places = counters.map((counter) => distance(origin, counter))
  return greatest(places) - least(places) < halfCircle ? O.some(places) : O.none
}

/** How far `to` lies from `from`, the shorter way round: from -2^47 to 2^47 - 1. */
const distance = (from: number, to: number): number => {
  const ahead = (to - from + circle) % circle
  return ahead < halfCircle ? ahead : ahead - circle
}

const greatest = (places: ReadonlyArray<number>): number =>
  places.reduce((most, place) => Math.max(most, place), Number.NEGATIVE_INFINITY)

const least = (places: ReadonlyArray<number>): number =>
  places.reduce((most, place) => Math.min(most, place), Number.POSITIVE_INFINITY)
