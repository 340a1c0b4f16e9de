import type { Option } from 'fp-ts/lib/Option.js'
import type { AgentRecord } from '../model/SwitchStream.js'
import { arrangeKeys, type Arrangement } from './arrangeKeys.js'

/** Orders a stream by all the keys in it, those of answered records too: one stranger among them and there is no order. */
export const arrangeRecords = (records: ReadonlyArray<AgentRecord>): Option<Arrangement> =>
  arrangeKeys(records.flatMap((record) => (record.answers === null ? [record.key] : [record.key, record.answers])))
