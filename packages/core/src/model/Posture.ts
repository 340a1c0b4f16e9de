import type { ReadonlyNonEmptyArray } from 'fp-ts/lib/ReadonlyNonEmptyArray.js'
import type { LedgerRule, Pack } from './ModeBundle.js'
import type { Missing } from './Part.js'
import type { UnresolvableReason } from './UnresolvableReason.js'

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
