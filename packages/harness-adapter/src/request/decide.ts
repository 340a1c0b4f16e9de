import {
  decide,
  type DecisionRequest,
  type Posture,
  type PostureSummary,
  type RegistryBundle,
  summarise,
} from '@active-mode/core'
import { renderBlock } from '../block/renderBlock.js'

/** A posture, with the block that says it. */
export interface Decided {
  readonly posture: Posture
  readonly summary: PostureSummary
  /** `null` for a copilot, who gets no block. */
  readonly block: string | null
}

/** Decides a request and renders its block. */
export type Decide = (request: DecisionRequest) => Decided

/**
 * Where all evidence of a request names one agent, the outcome depends on that agent and the snapshot of the registry alone. So it is
 * made once and kept: while nothing changed it is the very same value, with the very same bytes.
 */
export const createDecide = (): Decide => {
  const kept = new WeakMap<RegistryBundle, Map<string, Decided>>()
  return (request) => {
    const key = undisputedKey(request)
    if (key === null) return decided(request)
    const ofBundle = kept.get(request.bundle) ?? new Map<string, Decided>()
    kept.set(request.bundle, ofBundle)
    const found = ofBundle.get(key) ?? decided(request)
    if (ofBundle.size < mostKept) ofBundle.set(key, found)
    return found
  }
}

/** The most agents that are kept of a snapshot. There are few, but their ids come from outside. */
const mostKept = 1000

const decided = (request: DecisionRequest): Decided => {
  const posture = decide(request)
  return { posture, summary: summarise(posture), block: renderBlock(posture, request.bundle) }
}

/** The agent that all evidence names, and what names it; `null` where some record names another. */
const undisputedKey = ({ sessionInfo, switchStream }: DecisionRequest): string | null =>
  sessionInfo._tag === 'request' ||
  (sessionInfo._tag === 'known' &&
    (switchStream._tag !== 'records' || switchStream.records.every(({ agent }) => agent === sessionInfo.agent)))
    ? `${sessionInfo._tag} ${sessionInfo.agent}`
    : null
