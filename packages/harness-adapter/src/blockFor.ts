import { decidePosture, type DecisionRequest, type Posture, type PostureSummary, type RegistryBundle, summarise } from '@active-mode/core'
import { renderBlock } from './render/renderBlock.js'

/** A decision with what the model is told of it. */
export interface Decided {
  readonly posture: Posture
  readonly summary: PostureSummary
  /** `null` for a copilot, who is told nothing. */
  readonly block: string | null
}

/**
 * Decides requests and renders their blocks. What an agent is told of a snapshot of the registry is made once: while
 * nothing changed it is the very same value, with the very same bytes.
 */
export const createBlockFor = (): ((request: DecisionRequest) => Decided) => {
  const known = new WeakMap<RegistryBundle, Map<string, Decided>>()
  return ({ sessionInfo, bundle, switchStream }) => {
    const posture = decidePosture(sessionInfo, bundle, switchStream)
    const key = keyOf(posture)
    if (key === null) return decided(posture, bundle)
    const ofBundle = known.get(bundle) ?? new Map<string, Decided>()
    known.set(bundle, ofBundle)
    const found = ofBundle.get(key) ?? decided(posture, bundle)
    if (ofBundle.size < mostKept) ofBundle.set(key, found)
    return found
  }
}

/** The most agents that are kept of a snapshot. There are few, but their ids come from outside. */
const mostKept = 1000

const decided = (posture: Posture, bundle: RegistryBundle): Decided => ({ posture, summary: summarise(posture), block: renderBlock(posture, bundle) })

/** What tells the postures of one snapshot apart; `null` for one that hangs on more than the agent. */
const keyOf = (posture: Posture): string | null => {
  switch (posture._tag) {
    case 'director':
    case 'degraded':
      return `${posture.via} ${posture.agent}`
    case 'copilot':
      return posture.reason._tag === 'agent-unbound' ? `unbound ${posture.reason.agent}` : 'absent'
    case 'unresolvable':
      return null
  }
}
