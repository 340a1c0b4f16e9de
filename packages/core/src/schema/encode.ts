import type { DecisionLogLine } from '../DecisionLogLine.js'
import type { DecisionRequest } from '../DecisionRequest.js'
import type { Posture } from '../Posture.js'
import type { RegistryBundle } from '../Registry.js'
import type { SessionInfo } from '../SessionInfo.js'
import type { SwitchStream } from '../SwitchStream.js'
import * as wire from './wire.js'

/** Writes the wire form of design 3, ready for `JSON.stringify`: the fields of the type and no others. */
export type Encode<A> = (a: A) => unknown

/** Writes what `decodeSessionInfo` reads. */
export const encodeSessionInfo: Encode<SessionInfo> = wire.sessionInfo.encode
/** Writes what `decodeRegistryBundle` reads; the log names a registry by the SHA-256 of this form. */
export const encodeRegistryBundle: Encode<RegistryBundle> = wire.registryBundle.encode
/** Writes what `decodeSwitchStream` reads. */
export const encodeSwitchStream: Encode<SwitchStream> = wire.switchStream.encode
/** Writes what `decodeDecisionRequest` reads. */
export const encodeDecisionRequest: Encode<DecisionRequest> = wire.decisionRequest.encode
/** Writes what `decodePosture` reads. */
export const encodePosture: Encode<Posture> = wire.posture.encode
/** Writes what `decodeDecisionLogLine` reads: one object, to be one line. */
export const encodeDecisionLogLine: Encode<DecisionLogLine> = wire.decisionLogLine.encode
