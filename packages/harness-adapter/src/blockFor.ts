import { decidePosture, type DecisionRequest, type Posture, type RegistryBundle } from '@active-mode/core'
import { renderBlock } from './render/renderBlock.js'

/** A decision with what the model is told of it; `block` is `null` for a copilot. */
export interface Decided {
  readonly posture: Posture
  readonly block: string | null
}

/**
 * Decides a request and renders its block. The text of a mode is rendered once for each snapshot of the registry: while
 * nothing changed the very same bytes go out, and they cost nothing.
 */
export const createBlockFor = (): ((request: DecisionRequest) => Decided) => {
  const rendered = new WeakMap<RegistryBundle, Map<string, string | null>>()
  return ({ sessionInfo, bundle, switchStream }) => {
    const posture = decidePosture(sessionInfo, bundle, switchStream)
    if (posture._tag !== 'director' && posture._tag !== 'degraded') return { posture, block: renderBlock(posture, bundle) }
    const blocks = rendered.get(bundle) ?? new Map<string, string | null>()
    rendered.set(bundle, blocks)
    const key = JSON.stringify([posture.agent, posture.via])
    const block = blocks.get(key) ?? renderBlock(posture, bundle)
    blocks.set(key, block)
    return { posture, block }
  }
}
