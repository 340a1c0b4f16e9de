import type { ModeBundle } from '../model/ModeBundle.js'
import type { BrokenBundle, StagedRegistry } from '../model/RegistryBundle.js'

/**
 * The modes that claim an agent: those that name it as their `agent`, else those that list it among their aliases,
 * so that a renamed mode and its left-over old bundle live side by side (design 3.1). Ids are compared exactly.
 */
export const modesClaiming = (registry: StagedRegistry, agent: string): ReadonlyArray<ModeBundle> => {
  const byAgent = registry.modes.filter((mode) => mode.agent === agent)
  return byAgent.length > 0 ? byAgent : registry.modes.filter((mode) => mode.aliases.includes(agent))
}

/** The broken bundles that claim an agent, or whose claims cannot be known. */
export const brokenMaybeClaiming = (registry: StagedRegistry, agent: string): ReadonlyArray<BrokenBundle> =>
  registry.broken.filter((bundle) => bundle.claims === null || bundle.claims.includes(agent))

/** Whether silence is the earned answer for an agent: no mode claims it, and no broken bundle does or might. */
export const isUnclaimed = (registry: StagedRegistry, agent: string): boolean =>
  modesClaiming(registry, agent).length === 0 && brokenMaybeClaiming(registry, agent).length === 0
