import * as O from 'fp-ts/lib/Option.js'
import type { Option } from 'fp-ts/lib/Option.js'
import * as RA from 'fp-ts/lib/ReadonlyArray.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { AgentRecord, SwitchStream } from '@active-mode/core'
import { recordOf } from './recordOf.js'
import type { Witness } from './witnessOf.js'

/** A page of messages as the switch stream of its session. A message that names no agent may be a switch, so it spoils the page. */
export const streamOf = (store: string, data: unknown, switches: ReadonlyArray<AgentRecord>): SwitchStream => {
  if (!Array.isArray(data)) return { _tag: 'unavailable', detail: 'the answer is no list of messages' }
  const records = pipe(data, RA.filterMap(recordOf))
  const odd = data.length - records.length
  return odd > 0
    ? { _tag: 'unavailable', detail: `${odd} of ${data.length} messages name no agent` }
    : { _tag: 'records', store, records: [...records, ...switches] }
}

/** The stream of a witness: the one record that it saw, or nothing read. */
export const witnessStream = (sessionId: string, witness: Option<Witness>): SwitchStream => pipe(
  witness,
  O.match(
    (): SwitchStream => ({ _tag: 'unread' }),
    ({ record }) => ({ _tag: 'records', store: sessionId, records: [record] }),
  ),
)
