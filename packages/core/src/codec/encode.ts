import type * as Log from '../model/DecisionLogLine.js'
import type * as Request from '../model/DecisionRequest.js'
import type * as Outcome from '../model/Posture.js'
import type * as Registry from '../model/RegistryBundle.js'
import type * as Session from '../model/SessionInfo.js'
import type * as Stream from '../model/SwitchStream.js'
import { DecisionLogLine } from './DecisionLogLine.js'
import { DecisionRequest } from './DecisionRequest.js'
import { Posture } from './Posture.js'
import { RegistryBundle } from './RegistryBundle.js'
import { SessionInfo } from './SessionInfo.js'
import { SwitchStream } from './SwitchStream.js'

/** Writes the wire form of design 3, ready for `JSON.stringify`: the fields of the type and no others. */
export type Encode<A> = (a: A) => unknown

/** Writes what `decodeSessionInfo` reads. */
export const encodeSessionInfo: Encode<Session.SessionInfo> = SessionInfo.encode
/** Writes what `decodeRegistryBundle` reads; the log names a registry by the SHA-256 of this form. */
export const encodeRegistryBundle: Encode<Registry.RegistryBundle> = RegistryBundle.encode
/** Writes what `decodeSwitchStream` reads. */
export const encodeSwitchStream: Encode<Stream.SwitchStream> = SwitchStream.encode
/** Writes what `decodeDecisionRequest` reads. */
export const encodeDecisionRequest: Encode<Request.DecisionRequest> = DecisionRequest.encode
/** Writes what `decodePosture` reads. */
export const encodePosture: Encode<Outcome.Posture> = Posture.encode
/** Writes what `decodeDecisionLogLine` reads: one object, to be one line. */
export const encodeDecisionLogLine: Encode<Log.DecisionLogLine> = DecisionLogLine.encode
