import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { agentNamesOf } from '../agentNamesOf.js'
import type { AgentSource } from '../AgentSource.js'
import type { HarnessClient } from '../HarnessClient.js'
import { type OwnAgent, ownAgentsOf } from '../ownAgentsOf.js'
import { askHarness } from './askHarness.js'

/** What the harness listed. */
interface Listed {
  readonly own: ReadonlyArray<OwnAgent>
  readonly names: ReadonlyArray<string>
}

/** Asks for the agents until an answer came, and keeps it: agents change only with the instance, which makes a new plugin. */
export const agentSource = (client: HarnessClient | undefined): AgentSource => {
  let known: Listed | null = null
  const ask = async (ms: number): Promise<Listed | null> => {
    if (known !== null || client === undefined) return known
    known = pipe(
      await askHarness(ms, () => client.app.agents({})),
      E.chainW((data) =>
        pipe(
          ownAgentsOf(data),
          E.map((own) => ({ own, names: agentNamesOf(data) })),
        ),
      ),
      E.getOrElseW(() => null),
    )
    return known
  }
  return {
    own: async (ms) => (await ask(ms))?.own ?? null,
    names: async (ms) => (await ask(ms))?.names ?? null,
    isKnownOwn: (agent) => known?.own.some(({ name }) => name === agent) ?? false,
  }
}
