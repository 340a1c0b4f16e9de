import { registryFiles } from '@active-mode/fixtures/registry'
import { bootHarness2, harness2Version } from '@active-mode/lab/harness2'
import { pluginFolder } from '../../../../tools/build/buildPlugin.js'
import { agents, type Stage } from './Stage.js'

/** Boots the harness 2.x with the plugin's folder as its one config line. */
export const secondGeneration = async (): Promise<Stage> => {
  const harness = await bootHarness2({
    plugins: [[pluginFolder, { deadlineMs: 10_000 }]],
    agents: agents.map(({ id, prompt, ...rest }) => ({ id, system: prompt, ...rest })),
    registry: registryFiles('two-modes'),
    contextTokens: 60_000,
  })
  const { client, model, stage, stop } = harness
  const { id } = await client.createSession({ agent: 'ship' })
  // A prompt has no agent here: the session's selection counts.
  const say = async (agent: string, text = 'go on'): Promise<unknown> => {
    await client.switchAgent(id, agent)
    return client.turn(id, text)
  }
  return {
    name: `2.x (${harness2Version})`,
    model,
    registryDir: stage.registryDir,
    say,
    compact: () => client.compacted(id),
    overflow: async (agent) => {
      model.once((request) =>
        request.session === id && request.kind === 'primary'
          ? { kind: 'text', text: 'much', usage: { prompt: 59_000, completion: 10 } }
          : undefined,
      )
      await say(agent)
      return say(agent)
    },
    dispatch: (agent, child) => {
      model.once((request) =>
        request.session === id && request.kind === 'primary'
          ? {
              kind: 'tools',
              calls: [{ name: 'subagent', arguments: { agent: child, description: 'do it', prompt: 'Do it.' } }],
            }
          : undefined,
      )
      return say(agent)
    },
    stop,
  }
}
