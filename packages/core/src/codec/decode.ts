import type { Either } from 'fp-ts/lib/Either.js'
import type { ReadonlyNonEmptyArray } from 'fp-ts/lib/ReadonlyNonEmptyArray.js'
import type * as Log from '../model/DecisionLogLine.js'
import type * as Request from '../model/DecisionRequest.js'
import type * as Outcome from '../model/Posture.js'
import type * as Registry from '../model/RegistryBundle.js'
import type * as Session from '../model/SessionInfo.js'
import type * as Stream from '../model/SwitchStream.js'
import { DecisionLogLine } from './DecisionLogLine.js'
import { DecisionRequest } from './DecisionRequest.js'
import type { DecodeError } from './DecodeError.js'
import { decodeWith } from './decodeWith.js'
import { Posture } from './Posture.js'
import { RegistryBundle } from './RegistryBundle.js'
import { SessionInfo } from './SessionInfo.js'
import { SwitchStream } from './SwitchStream.js'

/** Reads the wire form of design 3: the value, or every place that is something else. Unknown keys are dropped. */
export type Decode<A> = (u: unknown) => Either<ReadonlyNonEmptyArray<DecodeError>, A>

/** Reads what the harness says of a session (design 3). Agent ids are taken as they are, odd ones too. */
export const decodeSessionInfo: Decode<Session.SessionInfo> = decodeWith(SessionInfo)
/** Reads a snapshot of the registry (design 3). A broken bundle in it is a value; a snapshot that is none is an error. */
export const decodeRegistryBundle: Decode<Registry.RegistryBundle> = decodeWith(RegistryBundle)
/** Reads a switch stream (design 3). Times and texts beside its records are dropped, since they are no evidence. */
export const decodeSwitchStream: Decode<Stream.SwitchStream> = decodeWith(SwitchStream)
/** Reads the three arguments of `decidePosture` as one value: a line of the vectors, or what `active-mode decide` is given. */
export const decodeDecisionRequest: Decode<Request.DecisionRequest> = decodeWith(DecisionRequest)
/** Reads an outcome (design 3), reasons and missing parts included. */
export const decodePosture: Decode<Outcome.Posture> = decodeWith(Posture)
/** Reads one line of the decision log, version 1 (design 6.1). A line of another version is an error at `v`. */
export const decodeDecisionLogLine: Decode<Log.DecisionLogLine> = decodeWith(DecisionLogLine)
