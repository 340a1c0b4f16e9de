import { modesClaiming, type RegistryBundle } from '@active-mode/core'
import type { HarnessAgent } from './Conversation.js'

/** Who is spoken to: every director that the harness has, and one agent that no mode binds. */
export interface TalkPlan {
  readonly directors: ReadonlyArray<HarnessAgent>
  /** `null` where every agent is bound. */
  readonly copilot: HarnessAgent | null
}

/** The ids of the agents that modes of a registry bind. */
export const boundAgents = (bundle: RegistryBundle): ReadonlyArray<string> =>
  bundle._tag === 'staged'
    ? [
        ...new Set([
          ...bundle.modes.flatMap(({ agent, aliases }) => [agent, ...aliases]),
          ...bundle.broken.flatMap(({ claims }) => claims ?? []),
        ]),
      ]
    : []

/** Chooses whom to speak to. Agents that people choose come first among the copilots. */
export const planTalk = (bundle: RegistryBundle, agents: ReadonlyArray<HarnessAgent>): TalkPlan => {
  const bound = boundAgents(bundle)
  const free = agents.filter(({ id, isPrimary }) => isPrimary && !isBound(bundle, bound, id))
  return {
    directors: agents.filter(({ id }) => bound.includes(id)),
    copilot: free.find(({ id }) => id === 'build') ?? free[0] ?? null,
  }
}

const isBound = (bundle: RegistryBundle, bound: ReadonlyArray<string>, id: string): boolean =>
  bound.includes(id) || (bundle._tag === 'staged' && modesClaiming(id)(bundle).length > 0)
