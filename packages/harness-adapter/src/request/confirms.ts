import { postureOf, type PostureSummary, type RegistryBundle } from '@active-mode/core'

/**
 * Whether the agent that a request turned out to be for has the posture that the model was told. An unresolvable block claims no
 * posture, so any agent is consistent with it. Without the registry (`null`) silence cannot be checked and counts as confirmed.
 */
export const confirms = (told: PostureSummary, agent: string, bundle: RegistryBundle | null): boolean => {
  switch (told._tag) {
    case 'unresolvable':
      return true
    case 'director':
    case 'degraded':
      return told.agent === agent
    case 'copilot':
      return bundle === null || postureOf(bundle)(agent)._tag === 'copilot'
  }
}
