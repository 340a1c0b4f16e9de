import * as Ord from 'fp-ts/lib/Ord.js'
import * as S from 'fp-ts/lib/string.js'
import type { Missing, ModeBundle } from '../ModeBundle.js'
import { copilot, type Posture, unresolvable } from '../Posture.js'
import { type BrokenBundle, mayClaim, modesClaiming, type StagedRegistry } from '../Registry.js'
import type { ResolvedAgent } from './resolveAgent.js'

/**
 * What the binding map makes of an agent (rows 12 to 16). A claim stands although other bundles are broken; only
 * silence needs the whole map.
 */
export const bindAgent =
  (registry: StagedRegistry) =>
  (resolved: ResolvedAgent): Posture => {
    const [mode, ...rivals] = modesClaiming(resolved.agent)(registry)
    return mode === undefined
      ? bindUnclaimed(registry, resolved.agent)
      : rivals.length === 0
        ? direct(registry.digest, mode, resolved)
        : unresolvableBinding(resolved.agent, [mode, ...rivals])
  }

/** The agent directs the mode: whole, or degraded by each part that is missing, the pack first (rows 13 and 14). */
const direct = (digest: string, mode: ModeBundle, { agent, via }: ResolvedAgent): Posture => {
  const { pack, ledgerRule } = mode
  const bound = { mode: mode.mode, agent, via, digest }
  return pack._tag === 'present'
    ? ledgerRule._tag === 'present'
      ? { _tag: 'director', ...bound, pack: pack.value, ledgerRule: ledgerRule.value }
      : { _tag: 'degraded', ...bound, pack: pack.value, ledgerRule: null, missing: [missing(ledgerRule)] }
    : ledgerRule._tag === 'present'
      ? { _tag: 'degraded', ...bound, pack: null, ledgerRule: ledgerRule.value, missing: [missing(pack)] }
      : { _tag: 'degraded', ...bound, pack: null, ledgerRule: null, missing: [missing(pack), missing(ledgerRule)] }
}

const missing = ({ part, why, detail }: Missing): Missing => ({ part, why, detail })

const unresolvableBinding = (agent: string, claimants: ReadonlyArray<ModeBundle>): Posture =>
  unresolvable([{ _tag: 'ambiguous-binding', agent, modes: claimants.map(({ mode }) => mode).toSorted(S.Ord.compare) }])

/** Silence has to be earned: every broken bundle that might claim the agent forbids it (rows 15 and 16). */
const bindUnclaimed = (registry: StagedRegistry, agent: string): Posture => {
  const broken = registry.broken.filter(mayClaim(agent))
  return broken.length === 0
    ? copilot({ _tag: 'agent-unbound', agent })
    : unresolvable([
        {
          _tag: 'map-incomplete',
          agent,
          broken: broken.map(({ directory, why }) => ({ directory, why })).toSorted(ordNamed.compare),
        },
      ])
}

type Named = Pick<BrokenBundle, 'directory' | 'why'>

const ordNamed: Ord.Ord<Named> = Ord.contramap(({ directory, why }: Named) => [directory, why] as const)(
  Ord.tuple(S.Ord, S.Ord),
)
