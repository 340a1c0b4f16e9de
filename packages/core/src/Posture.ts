import type { Eq as EqOf } from 'fp-ts/lib/Eq.js'
import { identity } from 'fp-ts/lib/function.js'
import type { ReadonlyNonEmptyArray } from 'fp-ts/lib/ReadonlyNonEmptyArray.js'
import { eqData } from './eqData.js'
import { matchTag } from './matchTag.js'
import type { LedgerRule, Missing, Pack } from './ModeBundle.js'
import type { UnresolvableReason } from './Reason.js'

/** Which evidence named the agent: the harness for this very request, the session-info call, or the switch stream in its place. */
export type Via = 'request' | 'session-info' | 'fallback'

/** What a session is, for one request. */
export type Posture = Director | Degraded | Copilot | Unresolvable

/** The agent directs `mode`, and everything the mode has to say was read. */
export interface Director {
  readonly _tag: 'director'
  readonly mode: string
  readonly agent: string
  readonly via: Via
  readonly digest: string
  readonly pack: Pack
  readonly ledgerRule: LedgerRule
}

/** The agent directs `mode`, and parts of the mode are missing. */
export interface Degraded {
  readonly _tag: 'degraded'
  readonly mode: string
  readonly agent: string
  readonly via: Via
  readonly digest: string
  readonly pack: Pack | null
  readonly ledgerRule: LedgerRule | null
  readonly missing: ReadonlyNonEmptyArray<Missing>
}

/** The agent is outside of a trustworthy binding map. Silent. */
export interface Copilot {
  readonly _tag: 'copilot'
  readonly reason: CopilotReason
}

/** Why silence is earned (design 3.1, rows 1 and 16). */
export type CopilotReason = RegistryAbsent | AgentUnbound

/** No registry was ever staged here, so nobody can be a director (row 1). */
export interface RegistryAbsent {
  readonly _tag: 'registry-absent'
}

/** No mode claims the agent, and no broken bundle does or might (row 16). */
export interface AgentUnbound {
  readonly _tag: 'agent-unbound'
  readonly agent: string
}

/** The evidence does not suffice, and why. */
export interface Unresolvable {
  readonly _tag: 'unresolvable'
  readonly reasons: ReadonlyNonEmptyArray<UnresolvableReason>
}

/** A posture as the log keeps it: without what was read from the mode's files, which the logged registry holds once. */
export type PostureSummary =
  Omit<Director, 'pack' | 'ledgerRule'> | Omit<Degraded, 'pack' | 'ledgerRule'> | Copilot | Unresolvable

/** Silence, and why it is earned. */
export const copilot = (reason: CopilotReason): Posture => ({ _tag: 'copilot', reason })

/** No posture, and why not. */
export const unresolvable = (reasons: ReadonlyNonEmptyArray<UnresolvableReason>): Posture => ({
  _tag: 'unresolvable',
  reasons,
})

/** Whether a session of this posture directs a mode, with all its parts or without some. */
export const isDirecting = ({ _tag }: Pick<PostureSummary, '_tag'>): boolean =>
  _tag === 'director' || _tag === 'degraded'

/** What a posture makes of its tag: one handler for each. */
export const match = matchTag<Posture>()

/** A posture without what was read from the mode's files. */
export const summarise: (posture: Posture) => PostureSummary = match<PostureSummary>({
  director: ({ _tag, mode, agent, via, digest }) => ({ _tag, mode, agent, via, digest }),
  degraded: ({ _tag, mode, agent, via, digest, missing }) => ({ _tag, mode, agent, via, digest, missing }),
  copilot: identity,
  unresolvable: identity,
})

/** Equality of postures in every field. */
export const Eq: EqOf<PostureSummary> = eqData
