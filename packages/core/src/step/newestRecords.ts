import type { AgentRecord } from '../model/SwitchStream.js'
import type { Arrangement } from './arrangeKeys.js'

/** The records that no other is newer than: one, or several in a tie. */
export const newestRecords = (
  records: ReadonlyArray<AgentRecord>,
  placeOf: Arrangement,
): ReadonlyArray<AgentRecord> => {
  const newest = records.reduce((most, record) => Math.max(most, placeOf(record.key)), Number.NEGATIVE_INFINITY)
  return records.filter((record) => placeOf(record.key) === newest)
}
