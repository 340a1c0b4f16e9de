import { postureOf, type PostureSummary, type RegistryBundle } from '@active-mode/core'

/**
 * Whether the agent that a request turned out to be for has the posture that the model was told. An unresolvable block
 * claims no posture, so nothing gainsays it; nor does anything gainsay silence where the registry (`null`) is not to be had.
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
