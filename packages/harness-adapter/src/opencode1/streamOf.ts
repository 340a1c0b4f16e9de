import type { Either } from 'fp-ts/lib/Either.js'
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { Option } from 'fp-ts/lib/Option.js'
import * as O from 'fp-ts/lib/Option.js'
import { type AgentRecord, SwitchStream } from '@active-mode/core'
import type { MessagePage } from './pageOf.js'
import type { Witness } from './preparationOf.js'

/**
 * A page of messages, and the switches that were made without a message, as the switch stream of their session: only both together
 * show that no switch is newer. A message that names no agent may be a switch, so it spoils the page.
 */
export const streamOf = (
  store: string,
  page: Either<string, MessagePage>,
  switches: Either<string, ReadonlyArray<AgentRecord>>,
): SwitchStream =>
  pipe(
    E.Do,
    E.bind('page', () => page),
    E.bind('switched', () => switches),
    E.filterOrElse(
      ({ page: { odd } }) => odd === 0,
      ({ page: { odd, records } }) => `${odd} of ${odd + records.length} messages name no agent`,
    ),
    E.match(SwitchStream.unavailable, ({ page: { records }, switched }) =>
      SwitchStream.records(store, [...records, ...switched]),
    ),
  )

/** The stream of a witness: the one record that it saw, or nothing read. */
export const witnessStream = (sessionId: string, witness: Option<Witness>): SwitchStream =>
  pipe(
    witness,
    O.match(
      () => SwitchStream.unread,
      ({ record }) => SwitchStream.records(sessionId, [record]),
    ),
  )
