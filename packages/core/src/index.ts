import * as mode from './ModeBundle.js'
import * as key from './MonotonicKey.js'
import * as posture from './Posture.js'
import * as registry from './Registry.js'
import * as session from './SessionInfo.js'
import * as stream from './SwitchStream.js'

export { decide, decidePosture, postureOf } from './decidePosture.js'
export type * from './DecisionLogLine.js'
export type * from './DecisionRequest.js'
export { type DecodeError, showDecodeError } from './DecodeError.js'
export { eqData } from './eqData.js'
export type {
  Gate,
  Handoff,
  LedgerRule,
  Missing,
  MissingPart,
  MissingWhy,
  Pack,
  Part,
  Phase,
  PresentPart,
} from './ModeBundle.js'
export type { MessageIdKey, SeqKey } from './MonotonicKey.js'
export type {
  AgentUnbound,
  Copilot,
  CopilotReason,
  Degraded,
  Director,
  PostureSummary,
  RegistryAbsent,
  Unresolvable,
  Via,
} from './Posture.js'
export { isDirecting, summarise } from './Posture.js'
export type * from './Reason.js'
export type { AbsentRegistry, BrokenBundle, BrokenWhy, Floor, StagedRegistry, UnreadableRegistry } from './Registry.js'
export { mayClaim, modesClaiming } from './Registry.js'
export * from './schema/decode.js'
export * from './schema/encode.js'
export type {
  CallFailed,
  KnownSession,
  Malformed,
  NoAgent,
  NoClient,
  RequestSession,
  SessionInfoFailure,
  TimedOut,
  UnknownSession,
} from './SessionInfo.js'
export { arrangeKeys } from './step/arrangeKeys.js'
export { newestAgreed, newestOf, type Placed, placesOf } from './step/newest.js'
export { isSupportedSchema, supportedVersion } from './step/versionGaps.js'
export type { AgentRecord, AgentRecordKind, RecordStream, UnavailableStream, UnreadStream } from './SwitchStream.js'

/*
 * The modules of the types, under the names of their types: `Posture` is the type, `Posture.match` a function of its module.
 */

/**
 * The place of a record in the order of one store. A stream can be ordered only if all its keys are of one kind
 * (design 3.2); see `arrangeKeys`.
 */
export type MonotonicKey = key.MonotonicKey
export const MonotonicKey = key

/** What a session is, for one request. */
export type Posture = posture.Posture
export const Posture = posture

/** The registry of modes, read once. */
export type RegistryBundle = registry.RegistryBundle
export const RegistryBundle = registry

/** What the harness says of this request or of the session that it belongs to. */
export type SessionInfo = session.SessionInfo
export const SessionInfo = session

/** The agent records of one session, or why there are none to look at. */
export type SwitchStream = stream.SwitchStream
export const SwitchStream = stream

/** A mode as its manifest declares it, and the parts it is made of. */
export type ModeBundle = mode.ModeBundle
export const ModeBundle = mode
