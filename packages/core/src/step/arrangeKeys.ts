import * as O from 'fp-ts/lib/Option.js'
import * as RA from 'fp-ts/lib/ReadonlyArray.js'
import type { Option } from 'fp-ts/lib/Option.js'
import { constant, pipe } from 'fp-ts/lib/function.js'
import type { MonotonicKey } from '../model/MonotonicKey.js'
import { parseMessageId } from './parseMessageId.js'

/** The place of each key of an arranged set: greater is newer, equal is a tie. Only asked about keys of that set. */
export type Arrangement = (key: MonotonicKey) => number

const circle = 2 ** 48
const halfCircle = 2 ** 47

/**
 * Orders a set of keys, or none where it has no order: keys of two kinds, an id that does not parse, or ids that
 * do not all lie within an arc of less than 2^47 (serial-number arithmetic after RFC 1982, made total; design 3.2).
 */
export const arrangeKeys = (keys: ReadonlyArray<MonotonicKey>): Option<Arrangement> =>
  keys.every((key) => key._tag === 'seq')
    ? O.some(seqPlace)
    : pipe(keys, O.traverseArray(counterOf), O.chain(arrangeCounters))

const seqPlace: Arrangement = (key) => (key._tag === 'seq' ? key.value : 0)

const counterOf = (key: MonotonicKey): Option<number> => (key._tag === 'seq' ? O.none : parseMessageId(key.value))

/** Places are signed distances from the first id. If all ids share an arc of less than half the circle, no distance is ambiguous. */
const arrangeCounters = (counters: ReadonlyArray<number>): Option<Arrangement> => {
  const origin = counters[0] ?? 0
  const places = counters.map((counter) => distance(origin, counter))
  return greatest(places) - least(places) < halfCircle
    ? O.some((key) => pipe(counterOf(key), O.match(constant(0), (counter) => distance(origin, counter))))
    : O.none
}

/** How far `to` lies from `from`, the shorter way round: from -2^47 to 2^47 - 1. */
const distance = (from: number, to: number): number => {
  const ahead = (to - from + circle) % circle
  return ahead < halfCircle ? ahead : ahead - circle
}

const greatest = RA.reduce(Number.NEGATIVE_INFINITY, (most: number, place: number) => Math.max(most, place))
const least = RA.reduce(Number.POSITIVE_INFINITY, (most: number, place: number) => Math.min(most, place))
