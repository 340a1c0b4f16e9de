import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { HarnessClient } from '../harness/HarnessClient.js'
import { type OwnAgent, ownAgentsOf } from '../harness/ownAgentsOf.js'
import type { AgentSource } from '../port/AgentSource.js'
import { askHarness } from './askHarness.js'

/** Asks for the harness's own agents until an answer came, and keeps it: agents change only with the instance, which makes a new plugin. */
export const agentSource = (client: HarnessClient | undefined): AgentSource => {
  let known: ReadonlyArray<OwnAgent> | null = null
  return {
    own: async (ms) => {
      if (known !== null || client === undefined) return known
      known = pipe(
        await askHarness(ms, () => client.app.agents({})),
        E.chainW(ownAgentsOf),
        E.getOrElseW(() => null),
      )
      return known
    },
    isKnownOwn: (agent) => known?.some(({ name }) => name === agent) ?? false,
  }
}
