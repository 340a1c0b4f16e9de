import type { HarnessClient } from '../harness/HarnessClient.js'
import type { Options } from '../options/Options.js'
import type { DecisionLog } from '../port/DecisionLog.js'
import type { Ports } from '../port/Ports.js'
import { agentSource } from './agentSource.js'
import { clock } from './clock.js'
import { createDecisionLog } from './decisionLog/createDecisionLog.js'
import { decisionFolder } from './decisionLog/paths.js'
import { harnessVersion } from './harnessVersion.js'
import { journal } from './journal.js'
import { createRegistrySource } from './registry/createRegistrySource.js'
import { sessionSource } from './sessionSource.js'

/** What the harness hands to a plugin. */
export interface PluginInput {
  readonly client?: unknown
  readonly directory?: unknown
}

/** The ports of a plugin in a running harness: its client, this machine's files and clock. */
export const livePorts = (input: PluginInput, options: Options): Ports => {
  const client = typeof input.client === 'object' && input.client !== null ? (input.client as HarnessClient) : undefined
  const directory = typeof input.directory === 'string' ? input.directory : undefined
  return {
    registry: createRegistrySource({ option: options.registry ?? undefined, env: process.env, directory }),
    session: sessionSource(client),
    agents: agentSource(client),
    journal: journal(client),
    decisions: decisionLog(client, options, directory),
    clock,
  }
}

const decisionLog = (client: HarnessClient | undefined, { decisionLog: option }: Options, directory: string | undefined): DecisionLog =>
  option === false
    ? { write: () => undefined }
    : createDecisionLog({ folder: decisionFolder(option, process.env, directory), harness: harnessVersion(client), now: clock.now })
