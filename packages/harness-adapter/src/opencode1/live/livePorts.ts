import { homedir } from 'node:os'
import { orRoot } from '../../environment/folders.js'
import { clock } from '../../environment/live/clock.js'
import { createDecisionLog } from '../../log/live/createDecisionLog.js'
import { decisionFolder } from '../../log/live/decisionFolder.js'
import type { Options } from '../../options/Options.js'
import { createRegistrySource } from '../../registry/live/createRegistrySource.js'
import { noDecisionLog } from '../../request/Ports.js'
import type { HarnessClient } from '../HarnessClient.js'
import type { Ports } from '../Ports.js'
import { createVersionSource } from './askHarness.js'
import { createAgentSource } from './createAgentSource.js'
import { createFolderSource } from './createFolderSource.js'
import { createJournal, writeLine } from './createJournal.js'
import { createSessionSource } from './createSessionSource.js'

/** What the harness hands to a plugin. */
export interface PluginInput {
  readonly client?: unknown
  readonly directory?: unknown
}

/** The ports of a plugin in a running harness 1.x: its client, this machine's files and clock. */
export const livePorts = (input: PluginInput, options: Options): Ports => {
  const client = typeof input.client === 'object' && input.client !== null ? (input.client as HarnessClient) : undefined
  const directory = typeof input.directory === 'string' ? input.directory : orRoot(process.cwd)
  const home = orRoot(homedir)
  const { env } = process
  return {
    registry: createRegistrySource({
      option: options.registry ?? undefined,
      env,
      home,
      directory,
      harnessFolder: createFolderSource(client, options.deadlineMs / 2),
    }),
    session: createSessionSource(client),
    agents: createAgentSource(client),
    journal: createJournal(client),
    decisions:
      options.decisionLog === false
        ? noDecisionLog
        : createDecisionLog({
            folder: decisionFolder({ option: options.decisionLog, env, home, directory }),
            harness: createVersionSource(client),
            now: clock.now,
            refused: (message) => writeLine(client, { level: 'warn', message }),
          }),
    clock,
  }
}
