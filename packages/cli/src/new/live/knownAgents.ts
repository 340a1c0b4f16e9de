import { type Generation, generationOf } from '../../setup/HarnessSetup.js'
import { askConfig } from '../../setup/live/askConfig.js'
import type { SetupSettings } from '../../setup/live/configSources.js'
import { findHarness } from '../../setup/live/findHarness.js'
import { readConfigured } from '../../setup/live/readConfigured.js'

/**
 * Whether the harness has an agent. Its files are looked at first; the harness itself, which takes seconds, is asked only where
 * they do not name the agent: a file for an agent that it has from elsewhere would change that agent. Without a harness, an agent
 * that either generation would find counts.
 */
export const hasAgent = async (id: string, settings: SetupSettings, name: string): Promise<boolean> => {
  const harness = await findHarness(name, settings)
  const generations: ReadonlyArray<Generation> =
    harness._tag === 'found' ? [generationOf(harness.version) === 2 ? 2 : 1] : [1, 2]
  if (generations.some((generation) => readConfigured(settings, generation).agents.includes(id))) return true
  const asked = await askConfig(harness, settings)
  return asked._tag === 'answered' && asked.agents.includes(id)
}
