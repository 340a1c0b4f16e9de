import * as t from 'io-ts'
import type * as Model from '../model/DecisionLogLine.js'
import { integer } from './integer.js'
import { milliseconds } from './milliseconds.js'
import { missingAsNull } from './missingAsNull.js'
import { nullable } from './nullable.js'
import { PostureSummary } from './Posture.js'
import { SessionInfo } from './SessionInfo.js'
import { SwitchStream } from './SwitchStream.js'

const version = t.literal(1)

const DecisionLogEntry: t.Type<Model.DecisionLogEntry, unknown> = t.strict({
  v: version,
  at: t.string,
  sessionId: t.string,
  messageId: nullable(t.string),
  harness: nullable(t.string),
  plugin: t.string,
  sessionInfo: SessionInfo,
  switchStream: SwitchStream,
  registry: t.string,
  posture: PostureSummary,
  blockSha256: nullable(t.string),
  blockBytes: integer,
  elapsedMs: milliseconds,
  requestAgent: nullable(t.string),
  confirmed: nullable(t.boolean),
  delivered: missingAsNull(nullable(t.boolean)),
})

const DroppedLines: t.Type<Model.DroppedLines, unknown> = t.strict({ v: version, at: t.string, dropped: integer })

/** A line with `dropped` counts lines; any other is an entry, so that its errors speak of an entry. */
export const DecisionLogLine: t.Type<Model.DecisionLogLine, unknown> = new t.Type(
  'decision log line',
  (u): u is Model.DecisionLogLine => DroppedLines.is(u) || DecisionLogEntry.is(u),
  (u, context) => (hasKey(u, 'dropped') ? DroppedLines.validate(u, context) : DecisionLogEntry.validate(u, context)),
  (line) => ('dropped' in line ? DroppedLines.encode(line) : DecisionLogEntry.encode(line)),
)

const hasKey = (u: unknown, key: string): boolean => typeof u === 'object' && u !== null && Object.hasOwn(u, key)
