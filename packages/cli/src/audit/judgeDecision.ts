import type { DecisionLogEntry, PostureSummary } from '@active-mode/core'
import type { LineForm } from '../logs/LineForm.js'
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

/** What follows from a line and from what the store adds to it. The same for all lines of a form. */
interface Verdict {
  readonly redecided: PostureSummary | null
  readonly found: ReadonlyArray<FoundAs>
}

/** A verdict with what the store adds to the lines that it holds for. */
interface KnownVerdict {
  readonly facts: RequestFacts
  readonly verdict: Verdict
}

const isSame = (one: RequestFacts, other: RequestFacts): boolean =>
  one.storeAgent === other.storeAgent &&
  one.followsCompaction === other.followsCompaction &&
  one.neverAnswered === other.neverAnswered

/** Judges decisions; `createJudge` makes one. */
export type Judge = (decision: LoggedDecision, facts: RequestFacts) => JudgedDecision

/** Decides recorded decisions again, and compares the block that was added with the result and with the agent that really answered. Of lines of one form only the first. */
export const createJudge = (ports: AuditPorts): Judge => {
  const known = new WeakMap<LineForm, KnownVerdict[]>()
  const verdictFor = ({ entry, form }: LoggedDecision, facts: RequestFacts): Verdict => {
    if (form === null) return verdictOf(entry, facts, ports)
    const verdicts = known.get(form) ?? []
    for (const each of verdicts) if (isSame(each.facts, facts)) return each.verdict
    const verdict = verdictOf(entry, facts, ports)
    if (verdicts.length === 0) known.set(form, verdicts)
    verdicts.push({ facts, verdict })
    return verdict
  }
  return (decision, facts) => toldBy(decision, facts, verdictFor(decision, facts))
}

const verdictOf = (entry: DecisionLogEntry, facts: RequestFacts, ports: AuditPorts): Verdict => {
  const stored = ports.registryOf(entry.registry)
  const again = stored._tag === 'found' ? redecide(entry, stored.bundle) : null
  const carriage = judgeCarriage(
    entry,
    again?.summary ?? entry.posture,
    stored._tag === 'found' ? stored.bundle : null,
    facts,
  )
  return {
    redecided: again?.summary ?? null,
    found: [
      ...(stored._tag === 'found'
        ? judgeAgain(entry, again, stored.bundle, ports)
        : [registryProblem(entry.registry, stored)]),
      ...(carriage === null ? [] : [[carriage, carriageEvidence(entry, facts)] as const]),
    ],
  }
}

const toldBy = (
  { entry, place }: LoggedDecision,
  { storeAgent }: RequestFacts,
  { redecided, found }: Verdict,
): JudgedDecision => {
  const { sessionId, messageId, at, sessionInfo } = entry
  return {
    request: {
      sessionId,
      messageId,
      at,
      agent: storeAgent ?? entry.requestAgent ?? (sessionInfo._tag === 'unknown' ? null : sessionInfo.agent),
      recorded: entry.posture,
      redecided,
      blockBytes: entry.blockBytes,
      carriesBlock: entry.blockSha256 !== null,
      confirmed: entry.confirmed,
      delivered: entry.delivered,
      elapsedMs: entry.elapsedMs,
      registry: entry.registry,
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
  entry: DecisionLogEntry,
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
  entry: DecisionLogEntry,
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
