import type { Either } from 'fp-ts/lib/Either.js'
import type { ReadonlyNonEmptyArray } from 'fp-ts/lib/ReadonlyNonEmptyArray.js'
import type { DecisionLogLine } from '../DecisionLogLine.js'
import type { DecisionRequest } from '../DecisionRequest.js'
import type { DecodeError } from '../DecodeError.js'
import type { Posture } from '../Posture.js'
import type { RegistryBundle } from '../Registry.js'
import type { SessionInfo } from '../SessionInfo.js'
import type { SwitchStream } from '../SwitchStream.js'
import { decodeWith } from './decodeWith.js'
import * as wire from './wire.js'

/** Reads the wire form of design 3: the value, or every place that is something else. Unknown keys are dropped. */
export type Decode<A> = (u: unknown) => Either<ReadonlyNonEmptyArray<DecodeError>, A>

/** Reads what the harness says of a session (design 3). Agent ids are taken as they are, odd ones too. */
export const decodeSessionInfo: Decode<SessionInfo> = decodeWith(wire.sessionInfo)
/** Reads a snapshot of the registry (design 3). A broken bundle in it is a value; a snapshot that is none is an error. */
export const decodeRegistryBundle: Decode<RegistryBundle> = decodeWith(wire.registryBundle)
/** Reads a switch stream (design 3). Times and texts beside its records are dropped, since they are no evidence. */
export const decodeSwitchStream: Decode<SwitchStream> = decodeWith(wire.switchStream)
/** Reads the three arguments of `decidePosture` as one value: a line of the vectors, or what `active-mode decide` is given. */
export const decodeDecisionRequest: Decode<DecisionRequest> = decodeWith(wire.decisionRequest)
/** Reads an outcome (design 3), reasons and missing parts included. */
export const decodePosture: Decode<Posture> = decodeWith(wire.posture)
/** Reads one line of the decision log, version 1 (design 6.1). A line of another version is an error at `v`. */
export const decodeDecisionLogLine: Decode<DecisionLogLine> = decodeWith(wire.decisionLogLine)
