import { pipe } from 'fp-ts/lib/function.js'
import type { Option } from 'fp-ts/lib/Option.js'
import * as O from 'fp-ts/lib/Option.js'
import type { AgentRecord } from '../SwitchStream.js'
import { arrangeKeys } from './arrangeKeys.js'
import type { Placed } from './newest.js'

/** A record at its place in the order of its stream. */
export interface PlacedRecord extends Placed<AgentRecord> {
  /** The place of the user record that it answers; its own where it answers none. */
  readonly since: number
}

/** Orders a stream by all the keys in it, those of answered records too: one stranger among them and there is no order. */
export const arrangeRecords = (records: ReadonlyArray<AgentRecord>): Option<ReadonlyArray<PlacedRecord>> =>
  pipe(
    arrangeKeys([...records.map(({ key }) => key), ...records.map(({ key, answers }) => answers ?? key)]),
    O.map((places) =>
      records.map((record, index) => ({
        record,
        place: places[index] ?? 0,
        since: places[records.length + index] ?? 0,
      })),
    ),
  )
