import { standInIds } from '@active-mode/lab/harness'
import { standIn2Ids } from '@active-mode/lab/harness2'
import type { Fields } from '../Fields.js'
import type { Generation } from '../setup/HarnessSetup.js'

/** Tokens of the stand-in model's window; nothing that is said comes near them, so the only compaction is the one that is asked for. */
const limit = { context: 100_000, output: 8_000 }

/** The one provider of the copy, the stand-in model at `url`, as a config of a generation names it. */
export const standInConfig = (generation: Generation, url: string): Fields => {
  if (generation === 1) {
    const model = `${standInIds.providerID}/${standInIds.modelID}`
    return {
      autoupdate: false,
      share: 'disabled',
      snapshot: false,
      model,
      small_model: model,
      provider: {
        [standInIds.providerID]: {
          npm: '@ai-sdk/openai-compatible',
          name: 'Stand-in',
          options: { baseURL: url, apiKey: 'none' },
          models: { [standInIds.modelID]: { name: 'Model', limit } },
        },
      },
    }
  }
  const { providerID, id } = standIn2Ids.chat
  return {
    model: `${providerID}/${id}`,
    providers: {
      [providerID]: {
        package: '@opencode/ai/providers/openai-compatible',
        settings: { baseURL: url, apiKey: 'none' },
        models: { [id]: { limit, capabilities: { tools: true, input: ['text'], output: ['text'] } } },
      },
    },
  }
}
