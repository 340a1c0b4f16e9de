import { registryFiles } from '@active-mode/fixtures/registry'
import { bootHarness, pinnedVersion } from '@active-mode/lab/harness'
import { pluginFolder } from '../../../../tools/build/buildPlugin.js'
import { agents, type Stage } from './Stage.js'

/** Boots the pinned harness 1.x with the plugin's folder as its one config line. */
export const firstGeneration = async (): Promise<Stage> => {
  const harness = await bootHarness({
    plugins: [[pluginFolder, { deadlineMs: 10_000 }]],
    agents: agents.map(({ id, prompt, ...rest }) => ({ id, prompt, ...rest })),
    registry: registryFiles('two-modes'),
  })
  const { client, model, registryDir, stop } = harness
  const { id } = await client.createSession({ agent: 'ship' })
  const say = (agent: string): Promise<unknown> => client.prompt(id, { agent, text: 'go on' })
  return {
    name: `1.x (${pinnedVersion()})`,
    model,
    registryDir,
    say,
    compact: () => client.summarize(id, { auto: true }),
    overflow: (agent) => {
      model.once((request) =>
        request.session === id && request.agent === agent
          ? { kind: 'text', text: 'much', usage: { prompt: 99_000, completion: 500 } }
          : undefined,
      )
      return say(agent)
    },
    dispatch: (agent, child) => {
      model.once((request) =>
        request.session === id && request.agent === agent
          ? {
              kind: 'tools',
              calls: [{ name: 'task', arguments: { description: 'do it', prompt: 'Do it.', subagent_type: child } }],
            }
          : undefined,
      )
      return say(agent)
    },
    stop,
  }
}
