import { constant, pipe } from 'fp-ts/lib/function.js'
import type { Option } from 'fp-ts/lib/Option.js'
import * as O from 'fp-ts/lib/Option.js'
import * as RA from 'fp-ts/lib/ReadonlyArray.js'
import * as S from 'fp-ts/lib/string.js'
import type { EvidenceConflict } from '../Reason.js'
import { isUnclaimed, type StagedRegistry } from '../Registry.js'
import type { AgentRecord, SwitchStream } from '../SwitchStream.js'
import { arrangeRecords } from './arrangeRecords.js'
import { newestOf } from './newest.js'

/**
 * Where a newest record of the stream names another agent than the session does (row 4). No conflict if silence is
 * the answer for both. Of several such agents the first by code unit is named.
 */
export const evidenceConflict = (
  registry: StagedRegistry,
  sessionAgent: string,
  stream: SwitchStream,
): Option<EvidenceConflict> =>
  stream._tag !== 'records'
    ? O.none
    : pipe(
        newestTurns(stream.records),
        RA.map(({ agent }) => agent),
        RA.filter(
          (agent) => agent !== sessionAgent && !(isUnclaimed(sessionAgent)(registry) && isUnclaimed(agent)(registry)),
        ),
        (agents) => RA.head(agents.toSorted(S.Ord.compare)),
        O.map((recordAgent) => ({ _tag: 'evidence-conflict', sessionAgent, recordAgent })),
      )

/** The newest records that are no compaction. Where the stream has no order, any of them may be the newest. */
const newestTurns = (records: ReadonlyArray<AgentRecord>): ReadonlyArray<AgentRecord> =>
  pipe(
    arrangeRecords(records),
    O.match(constant(records.filter(isTurn)), (placed) =>
      newestOf(placed.filter(({ record }) => isTurn(record))).map(({ record }) => record),
    ),
  )

const isTurn = ({ kind }: AgentRecord): boolean => kind !== 'compaction'
