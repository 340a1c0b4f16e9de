import * as E from 'fp-ts/lib/Either.js'
import { constNull, pipe } from 'fp-ts/lib/function.js'
import { decodeAgents, type ListedAgents } from '../decodeAnswer.js'
import type { HarnessClient } from '../HarnessClient.js'
import type { AgentSource } from '../Ports.js'
import { askHarness } from './askHarness.js'

/** Asks for the agents until an answer came, and keeps it: agents change only with the instance, which makes a new plugin. */
export const createAgentSource = (client: HarnessClient | undefined): AgentSource => {
  let known: ListedAgents | null = null
  const ask = async (ms: number): Promise<ListedAgents | null> => {
    if (known !== null || client === undefined) return known
    known = pipe(
      await askHarness(ms, () => client.app.agents({})),
      E.chainW(decodeAgents),
      E.matchW(constNull, (listed) => listed),
    )
    return known
  }
  return {
    own: async (ms) => (await ask(ms))?.own ?? null,
    names: async (ms) => (await ask(ms))?.names ?? null,
    isKnownOwn: (agent) => known?.own.some(({ name }) => name === agent) ?? false,
  }
}
