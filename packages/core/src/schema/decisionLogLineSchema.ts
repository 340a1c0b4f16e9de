import { integer, milliseconds } from './Codec.js'
import { type JsonSchema, jsonSchemaOf } from './jsonSchemaOf.js'
import * as wire from './wire.js'

/** The JSON Schema of a line of the decision log, without the words that explain it: those stand in `docs/schema/decision-log-line.v1.json`. */
export const decisionLogLineSchema: JsonSchema = jsonSchemaOf(wire.decisionLogLine, {
  entry: wire.decisionLogEntry,
  dropped: wire.droppedLines,
  integer,
  milliseconds,
  sessionInfo: wire.sessionInfo,
  sessionInfoFailure: wire.sessionInfoFailure,
  monotonicKey: wire.monotonicKey,
  switchStream: wire.switchStream,
  posture: wire.postureSummary,
  via: wire.via,
  missing: wire.missing,
  brokenWhy: wire.brokenWhy,
  reason: wire.reason,
  declineWhy: wire.declineWhy,
  failedWhy: wire.failedWhy,
})
