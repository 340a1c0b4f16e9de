import * as t from 'io-ts'
import type { DecisionLogEntry, DecisionLogLine, DroppedLines } from '../DecisionLogLine.js'
import type { DecisionRequest } from '../DecisionRequest.js'
import type { LedgerRule, Missing, ModeBundle, Pack, Phase } from '../ModeBundle.js'
import type { MonotonicKey } from '../MonotonicKey.js'
import type { Posture, PostureSummary, Via } from '../Posture.js'
import type { DeclineWhy, FailedWhy, UnresolvableReason } from '../Reason.js'
import type { BrokenBundle, BrokenWhy, Floor, RegistryBundle } from '../Registry.js'
import type { SessionInfo, SessionInfoFailure } from '../SessionInfo.js'
import type { AgentRecord, SwitchStream } from '../SwitchStream.js'
import {
  byKey,
  type Codec,
  integer,
  milliseconds,
  missingAsNull,
  nonEmptyArray,
  nullable,
  union,
  word,
} from './Codec.js'

/*
 * The wire form (design 3), one description a type. Each is declared to be of its model, so the compiler refuses one that
 * knows a variant or a field less or more. Decoders, encoders, generated values and published schemas are read off them.
 */

export const sessionInfoFailure: Codec<SessionInfoFailure> = union({
  'no-client': {},
  'call-failed': { status: nullable(integer), code: t.string },
  'timed-out': { afterMs: milliseconds },
  'no-agent': {},
  malformed: { paths: t.readonlyArray(t.string) },
})

/** What the harness says of a session. */
export const sessionInfo: Codec<SessionInfo> = union({
  request: { sessionId: t.string, agent: t.string },
  known: { sessionId: t.string, agent: t.string },
  unknown: { sessionId: t.string, failure: sessionInfoFailure },
})

export const monotonicKey: Codec<MonotonicKey> = union({ seq: { value: integer }, 'message-id': { value: t.string } })

export const agentRecord: Codec<AgentRecord> = t.strict(
  {
    kind: word('user', 'assistant', 'compaction', 'agent-switched'),
    agent: t.string,
    key: monotonicKey,
    answers: nullable(monotonicKey),
  },
  'agent record',
)

export const switchStream: Codec<SwitchStream> = union({
  unread: {},
  unavailable: { detail: t.string },
  records: { store: t.string, records: t.readonlyArray(agentRecord) },
})

const phase: Codec<Phase> = t.strict(
  {
    name: t.string,
    roles: t.readonlyArray(t.string),
    gates: t.readonlyArray(t.strict({ name: t.string, kind: t.string, owner: t.string }, 'gate')),
  },
  'phase',
)

export const pack: Codec<Pack> = t.strict(
  {
    closingArtifact: nullable(t.string),
    phases: nonEmptyArray(phase),
    handoffs: t.readonlyArray(t.strict({ kind: t.string, target: t.string }, 'handoff')),
  },
  'pack',
)

export const ledgerRule: Codec<LedgerRule> = t.strict({ text: t.string, generator: t.string }, 'ledger rule')

const missingFields = {
  part: t.string,
  why: word('absent', 'unreadable', 'invalid', 'empty', 'too-large'),
  detail: t.string,
}

export const missing: Codec<Missing> = t.strict(missingFields, 'missing part')

export const modeBundle: Codec<ModeBundle> = t.strict(
  {
    mode: t.string,
    agent: t.string,
    aliases: t.readonlyArray(t.string),
    pack: union({ present: { value: pack }, missing: missingFields }),
    ledgerRule: union({ present: { value: ledgerRule }, missing: missingFields }),
  },
  'mode bundle',
)

const floor: Codec<Floor> = t.strict(
  { directory: t.string, schemaVersion: t.string, pluginFloor: nullable(t.string) },
  'floor',
)

export const brokenWhy: Codec<BrokenWhy> = word(
  'no-manifest',
  'unreadable',
  'invalid',
  'too-large',
  'vanished',
  'staging',
)

const brokenBundle: Codec<BrokenBundle> = t.strict(
  { directory: t.string, why: brokenWhy, detail: t.string, claims: nullable(t.readonlyArray(t.string)) },
  'broken bundle',
)

export const registryBundle: Codec<RegistryBundle> = union({
  absent: {},
  unreadable: { detail: t.string },
  staged: {
    digest: t.string,
    ledger: missingAsNull(nullable(t.string)),
    floors: t.readonlyArray(floor),
    modes: t.readonlyArray(modeBundle),
    broken: t.readonlyArray(brokenBundle),
  },
})

export const declineWhy: Codec<DeclineWhy> = union({
  'switch-newer': { from: t.string, to: t.string },
  'keys-not-comparable': {},
  compaction: {},
})

export const failedWhy: Codec<FailedWhy> = union({
  'stream-unread': {},
  'stream-unavailable': { detail: t.string },
  'no-assistant-record': {},
})

export const reason: Codec<UnresolvableReason> = union(
  {
    'registry-unreadable': { detail: t.string },
    'version-gap': { directory: t.string, what: word('floor', 'schema'), needs: t.string, supports: t.string },
    'map-incomplete': { agent: t.string, broken: t.readonlyArray(t.strict({ directory: t.string, why: brokenWhy })) },
    'ambiguous-binding': { agent: t.string, modes: t.readonlyArray(t.string) },
    'evidence-conflict': { sessionAgent: t.string, recordAgent: t.string },
    'session-info-failed': {
      failure: sessionInfoFailure,
      fallback: union({ declined: { why: declineWhy }, failed: { why: failedWhy } }),
    },
  },
  'a reason',
)

export const via: Codec<Via> = word('request', 'session-info', 'fallback')

const director = { mode: t.string, agent: t.string, via, digest: t.string }

const degraded = { ...director, missing: nonEmptyArray(missing) }

const silent = {
  copilot: { reason: union({ 'registry-absent': {}, 'agent-unbound': { agent: t.string } }) },
  unresolvable: { reasons: nonEmptyArray(reason) },
}

export const posture: Codec<Posture> = union({
  director: { ...director, pack, ledgerRule },
  degraded: { ...degraded, pack: nullable(pack), ledgerRule: nullable(ledgerRule) },
  ...silent,
})

export const postureSummary: Codec<PostureSummary> = union({ director, degraded, ...silent })

export const decisionRequest: Codec<DecisionRequest> = t.strict(
  { sessionInfo, bundle: registryBundle, switchStream },
  'decision request',
)

const version = t.literal(1)

export const decisionLogEntry: Codec<DecisionLogEntry> = t.strict({
  v: version,
  at: t.string,
  sessionId: t.string,
  messageId: nullable(t.string),
  harness: nullable(t.string),
  plugin: t.string,
  sessionInfo,
  switchStream,
  registry: t.string,
  posture: postureSummary,
  blockSha256: nullable(t.string),
  blockBytes: integer,
  elapsedMs: milliseconds,
  requestAgent: nullable(t.string),
  confirmed: nullable(t.boolean),
  delivered: missingAsNull(nullable(t.boolean)),
})

export const droppedLines: Codec<DroppedLines> = t.strict({ v: version, at: t.string, dropped: integer })

/** A line with `dropped` counts lines; any other is an entry, so that its errors speak of an entry. */
export const decisionLogLine: Codec<DecisionLogLine> = byKey(
  'decision log line',
  'dropped',
  droppedLines,
  decisionLogEntry,
)
