import { homedir } from 'node:os'
import { clock } from '../../environment/live/clock.js'
import { orRoot } from '../../environment/live/orRoot.js'
import type { DecisionLog } from '../../log/DecisionLog.js'
import { createDecisionLog } from '../../log/live/createDecisionLog.js'
import { decisionFolder } from '../../log/live/decisionFolder.js'
import type { Options } from '../../options/Options.js'
import { createRegistrySource } from '../../registry/live/createRegistrySource.js'
import type { Ports } from '../../request/Ports.js'
import type { HarnessClient } from '../HarnessClient.js'
import { agentSource } from './agentSource.js'
import { harnessFolder } from './harnessFolder.js'
import { harnessVersion } from './harnessVersion.js'
import { journal, writeLine } from './journal.js'
import { sessionSource } from './sessionSource.js'
import { writtenBlocks } from './writtenBlocks.js'

/** What the harness hands to a plugin. */
export interface PluginInput {
  readonly client?: unknown
  readonly directory?: unknown
}

/** The ports of a plugin in a running harness: its client, this machine's files and clock. */
export const livePorts = (input: PluginInput, options: Options): Ports => {
  const client = typeof input.client === 'object' && input.client !== null ? (input.client as HarnessClient) : undefined
  const directory = typeof input.directory === 'string' ? input.directory : orRoot(process.cwd)
  const home = orRoot(homedir)
  return {
    registry: createRegistrySource({
      option: options.registry ?? undefined,
      env: process.env,
      home,
      directory,
      harnessFolder: harnessFolder(client, options.deadlineMs / 2),
    }),
    session: sessionSource(client),
    agents: agentSource(client),
    journal: journal(client),
    decisions: options.decisionLog === false ? noLog : decisionLog(client, options.decisionLog, home, directory),
    blocks: writtenBlocks,
    clock,
  }
}

const noLog: DecisionLog = { hold: () => undefined, write: () => undefined }

const decisionLog = (
  client: HarnessClient | undefined,
  option: string | null,
  home: string,
  directory: string,
): DecisionLog =>
  createDecisionLog({
    folder: decisionFolder({ option, env: process.env, home, directory }),
    harness: harnessVersion(client),
    now: clock.now,
    refused: (message) => writeLine(client, { level: 'warn', message }),
  })
