import {
  decide,
  type DecisionRequest,
  type Posture,
  type PostureSummary,
  type RegistryBundle,
  summarise,
} from '@active-mode/core'
import { renderBlock } from '../block/renderBlock.js'

/** A decision with what the model is told of it. */
export interface Decided {
  readonly posture: Posture
  readonly summary: PostureSummary
  /** `null` for a copilot, who is told nothing. */
  readonly block: string | null
}

/**
 * Decides requests and renders their blocks. Where all evidence of a request names one agent, the outcome hangs on that
 * agent and the snapshot of the registry alone, so it is made once: while nothing changed it is the very same value, with
 * the very same bytes.
 */
export const createBlockFor = (): ((request: DecisionRequest) => Decided) => {
  const known = new WeakMap<RegistryBundle, Map<string, Decided>>()
  return (request) => {
    const key = undisputedKey(request)
    if (key === null) return decided(request)
    const ofBundle = known.get(request.bundle) ?? new Map<string, Decided>()
    known.set(request.bundle, ofBundle)
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

/** The agent, and what names it, where no record has a say; `null` where the records have one. */
const undisputedKey = ({ sessionInfo, switchStream }: DecisionRequest): string | null =>
  sessionInfo._tag === 'request' ||
  (sessionInfo._tag === 'known' &&
    (switchStream._tag !== 'records' || switchStream.records.every(({ agent }) => agent === sessionInfo.agent)))
    ? `${sessionInfo._tag} ${sessionInfo.agent}`
    : null
