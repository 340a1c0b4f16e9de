import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { type HiddenAgent, hiddenAgentsOf } from '../harness/hiddenAgentsOf.js'
import type { HarnessClient } from '../harness/HarnessClient.js'
import type { AgentSource } from '../port/AgentSource.js'
import { askHarness } from './askHarness.js'

/** Asks for the hidden agents until an answer came, and keeps it: agents change only with the instance, which makes a new plugin. */
export const agentSource = (client: HarnessClient | undefined): AgentSource => {
  let known: ReadonlyArray<HiddenAgent> | null = null
  return {
    hidden: async (ms) => {
      if (known !== null || client === undefined) return known
      known = pipe(
        await askHarness(ms, () => client.app.agents({})),
        E.chainW(hiddenAgentsOf),
        E.getOrElseW(() => null),
      )
      return known
    },
    isKnownHidden: (agent) => known?.some(({ name }) => name === agent) ?? false,
  }
}
