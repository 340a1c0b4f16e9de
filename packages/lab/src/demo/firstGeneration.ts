import { registryFiles } from '@active-mode/fixtures/registry'
import { bootHarness, type Harness, pinnedVersion } from '@active-mode/lab/harness'
import { pluginFolder } from '../../../../tools/build/buildPlugin.js'
import { agents, type Stage, summary } from './Stage.js'

/** The pinned harness 1.x with two projects: one whose one config line is the plugin's folder, and one without. */
export const firstGeneration = async (): Promise<{ readonly withPlugin: Stage; readonly without: Stage }> => {
  const harness = await bootHarness({
    agents: agents.map(({ id, prompt, ...rest }) => ({ id, prompt, ...rest })),
    registry: registryFiles('two-modes'),
  })
  try {
    harness.model.respond(({ agent }) => (agent === 'compaction' ? { kind: 'text', text: summary } : undefined))
    const name = `1.x (${pinnedVersion()})`
    return {
      withPlugin: await stageIn(harness.openProject('with', [[pluginFolder, { deadlineMs: 10_000 }]]), name),
      without: await stageIn(harness.openProject('without', []), `${name}, no plugin`),
    }
  } catch (error) {
    await harness.stop()
    throw error
  }
}

const stageIn = async ({ client, model, registryDir, stop }: Harness, name: string): Promise<Stage> => {
  const { id } = await client.createSession({ agent: 'ship' })
  const say = (agent: string, text = 'go on'): Promise<unknown> => client.prompt(id, { agent, text })
  return {
    name,
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
