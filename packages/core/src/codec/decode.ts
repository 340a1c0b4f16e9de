import type { Either } from 'fp-ts/lib/Either.js'
import type { ReadonlyNonEmptyArray } from 'fp-ts/lib/ReadonlyNonEmptyArray.js'
import type * as Request from '../model/DecisionRequest.js'
import type * as Log from '../model/DecisionLogLine.js'
import type * as Outcome from '../model/Posture.js'
import type * as Registry from '../model/RegistryBundle.js'
import type * as Session from '../model/SessionInfo.js'
import type * as Stream from '../model/SwitchStream.js'
import type { DecodeError } from './DecodeError.js'
import { DecisionLogLine } from './DecisionLogLine.js'
import { DecisionRequest } from './DecisionRequest.js'
import { decodeWith } from './decodeWith.js'
import { Posture } from './Posture.js'
import { RegistryBundle } from './RegistryBundle.js'
import { SessionInfo } from './SessionInfo.js'
import { SwitchStream } from './SwitchStream.js'

/** Reads the wire form of design 3: the value, or every place that is something else. Unknown keys are dropped. */
export type Decode<A> = (u: unknown) => Either<ReadonlyNonEmptyArray<DecodeError>, A>

export const decodeSessionInfo: Decode<Session.SessionInfo> = decodeWith(SessionInfo)
export const decodeRegistryBundle: Decode<Registry.RegistryBundle> = decodeWith(RegistryBundle)
export const decodeSwitchStream: Decode<Stream.SwitchStream> = decodeWith(SwitchStream)
export const decodeDecisionRequest: Decode<Request.DecisionRequest> = decodeWith(DecisionRequest)
export const decodePosture: Decode<Outcome.Posture> = decodeWith(Posture)
export const decodeDecisionLogLine: Decode<Log.DecisionLogLine> = decodeWith(DecisionLogLine)
