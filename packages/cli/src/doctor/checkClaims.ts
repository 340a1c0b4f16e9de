import { type ModeBundle, modesClaiming, type StagedRegistry } from '@active-mode/core'
import { nearMisses } from '@active-mode/harness-adapter/library'
import type { Diagnosis } from './Diagnosis.js'
import type { RegistryView } from './RegistryView.js'
import { sayOfRegistry as say } from './sayOfRegistry.js'

/** Whether the agents that modes claim are those that the harness has, each claimed by one mode. */
export const checkClaims = (view: RegistryView, registry: StagedRegistry): ReadonlyArray<Diagnosis> => {
  const { path } = view
  const { modes } = registry
  const claimed = [...new Set(modes.flatMap(({ agent, aliases }) => [agent, ...aliases]))]
  const claimants = (id: string): ReadonlyArray<ModeBundle> => modesClaiming(id)(registry)
  return [
    ...claimed
      .filter((id) => claimants(id).length > 1)
      .map((id) =>
        say(
          'problem',
          'ambiguous-claim',
          `the agent ${JSON.stringify(id)} is claimed by ${claimants(id)
            .map(({ mode }) => mode)
            .toSorted()
            .join(' and ')}`,
          path,
          'Leave the agent to one of them.',
        ),
      ),
    ...(view.agents === null ? [] : checkAgents(path, modes, claimed, view.agents)),
  ]
}

/** Whether the harness has the agents that are claimed. */
const checkAgents = (
  path: string,
  modes: ReadonlyArray<ModeBundle>,
  claimed: ReadonlyArray<string>,
  agents: ReadonlyArray<string>,
): ReadonlyArray<Diagnosis> => {
  const unknown = claimed.filter((id) => !agents.includes(id))
  const misses = agents
    .filter((agent) => !claimed.includes(agent))
    .flatMap((agent) => nearMisses(agent, unknown, agents).map((id) => ({ agent, id })))
  return [
    ...misses.map(({ agent, id }) => nearMiss(path, modes, agent, id)),
    ...modes.flatMap(({ mode, agent, aliases }) => {
      const names = [agent, ...aliases]
      return names.some((id) => agents.includes(id)) || misses.some(({ id }) => names.includes(id))
        ? []
        : [
            say(
              'note',
              'dead-binding',
              `no agent ${JSON.stringify(agent)} is configured in the harness, so mode ${mode} is never used`,
              `${path}/${mode}`,
              `Add the agent to the harness's config, "agent": { ${JSON.stringify(agent)}: { "mode": "primary", "prompt": "…" } }, or ignore this if another plugin brings it.`,
            ),
          ]
    }),
  ]
}

/** Ids are compared letter by letter, so one of the two has to be written otherwise: the line in our file is the nearer one. */
const nearMiss = (path: string, modes: ReadonlyArray<ModeBundle>, agent: string, id: string): Diagnosis => {
  const ofManifest = modes.find((mode) => mode.agent === id)
  const file = ofManifest === undefined ? `${path}/active-mode.toml` : `${path}/${ofManifest.mode}/mode.toml`
  const [is, be] = [JSON.stringify(id), JSON.stringify(agent)]
  return say(
    'problem',
    'near-miss',
    `a mode claims the agent ${is}, which the harness does not have; did you mean ${be}, which it has and which is not bound?`,
    file,
    ofManifest === undefined
      ? `Write ${be} in place of ${is} below [aliases] in ${file}, or call the harness's agent ${is}.`
      : `Write agent = ${be} in place of agent = ${is} in ${file}, or call the harness's agent ${is}.`,
  )
}
