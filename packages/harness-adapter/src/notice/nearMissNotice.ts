import type { Posture, RegistryBundle } from '@active-mode/core'
import { nearMisses } from '../registry/nearMisses.js'
import { codeSpan } from '../show/showId.js'

/** The most ids that are named. */
const mostNamed = 3

/**
 * What to say where a silent agent's id is close to one that binds a mode. A near miss never binds: it is pointed out. `known`
 * are the agents that the harness has, `null` where nobody knows.
 */
export const nearMissNotice = (
  posture: Posture,
  bundle: RegistryBundle,
  known: ReadonlyArray<string> | null,
): string | null => {
  if (posture._tag !== 'copilot' || posture.reason._tag !== 'agent-unbound' || bundle._tag !== 'staged') return null
  const { agent } = posture.reason
  const claimed = [
    ...bundle.modes.flatMap((mode) => [mode.agent, ...mode.aliases]),
    ...bundle.broken.flatMap(({ claims }) => claims ?? []),
  ]
  const near = nearMisses(agent, claimed, known)
  return near.length === 0
    ? null
    : `agent ${codeSpan(agent)} binds no mode and gets no block; it is close to ${near.slice(0, mostNamed).map(codeSpan).join(', ')}, and ids are compared exactly`
}
