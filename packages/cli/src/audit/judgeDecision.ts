import type { LoggedDecision } from '../logs/LogRecord.js'
import type { AuditedRequest } from './AuditEvent.js'
import type { AuditPorts } from './AuditPorts.js'
import type { Finding, FindingId } from './Finding.js'
import { judgeCarriage, type RequestFacts } from './judgeCarriage.js'
import { redecide, type Redecision } from './redecide.js'

/** A decision with what was found of it. */
export interface JudgedDecision {
  readonly request: AuditedRequest
  readonly findings: ReadonlyArray<Finding>
}

type FoundAs = readonly [id: FindingId, evidence: Finding['evidence']]

/** Decides a recorded decision again, and compares the block that was added with the result and with the agent that really answered. */
export const judgeDecision = (decision: LoggedDecision, facts: RequestFacts, ports: AuditPorts): JudgedDecision => {
  const { entry, place } = decision
  const { sessionId, messageId, at, registry } = entry
  const stored = ports.registryOf(registry)
  const again = stored._tag === 'found' ? redecide(entry, stored.bundle) : null
  const carriage = judgeCarriage(
    entry,
    again?.summary ?? entry.posture,
    stored._tag === 'found' ? stored.bundle : null,
    facts,
  )

  const found: ReadonlyArray<FoundAs> = [
    ...(stored._tag === 'found'
      ? judgeAgain(decision, again, stored.bundle, ports)
      : [registryProblem(registry, stored)]),
    ...(carriage === null ? [] : [[carriage, carriageEvidence(decision, facts)] as const]),
  ]
  return {
    request: {
      sessionId,
      messageId,
      at,
      agent:
        facts.storeAgent ??
        entry.requestAgent ??
        (entry.sessionInfo._tag === 'unknown' ? null : entry.sessionInfo.agent),
      recorded: entry.posture,
      redecided: again?.summary ?? null,
      blockBytes: entry.blockBytes,
      carriesBlock: entry.blockSha256 !== null,
      confirmed: entry.confirmed,
      delivered: entry.delivered,
      elapsedMs: entry.elapsedMs,
      registry,
      place,
      findings: found.map(([id]) => id),
    },
    findings: found.map(([id, evidence]) => ({ id, sessionId, messageId, at, place, evidence })),
  }
}

type Found<Tag> = Extract<ReturnType<AuditPorts['registryOf']>, { readonly _tag: Tag }>

const registryProblem = (
  registry: string,
  stored: Exclude<ReturnType<AuditPorts['registryOf']>, Found<'found'>>,
): FoundAs => {
  switch (stored._tag) {
    case 'missing':
      return ['registry-missing', { registry }]
    case 'forged':
      return ['registry-forged', { registry, actual: stored.actual }]
    case 'unreadable':
      return ['registry-unreadable', { registry, detail: stored.detail }]
  }
}

const judgeAgain = (
  { entry }: LoggedDecision,
  again: Redecision | null,
  bundle: Found<'found'>['bundle'],
  ports: AuditPorts,
): ReadonlyArray<FoundAs> => {
  if (again === null) return []
  if (again.isDrift) return [['drift', { recorded: entry.posture, redecided: again.summary }]]
  if (entry.blockSha256 === null || again.posture._tag === 'copilot' || entry.plugin !== ports.pluginVersion) return []
  const expected = ports.blockSha256Of(again.posture, bundle)
  return expected === entry.blockSha256 ? [] : [['block-differs', { spliced: entry.blockSha256, expected }]]
}

const carriageEvidence = (
  { entry }: LoggedDecision,
  { storeAgent, followsCompaction }: RequestFacts,
): Finding['evidence'] => ({
  posture: entry.posture._tag,
  sessionAgent: entry.sessionInfo._tag === 'unknown' ? null : entry.sessionInfo.agent,
  requestAgent: entry.requestAgent,
  storeAgent,
  confirmed: entry.confirmed,
  blockBytes: entry.blockBytes,
  delivered: entry.delivered,
  followsCompaction: followsCompaction ? true : null,
})
