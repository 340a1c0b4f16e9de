import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fieldsOf } from '../../environment/answer.js'
import { clock } from '../../environment/live/clock.js'
import { orRoot } from '../../environment/live/orRoot.js'
import type { DecisionLog } from '../../log/DecisionLog.js'
import { createDecisionLog } from '../../log/live/createDecisionLog.js'
import { decisionFolder } from '../../log/live/decisionFolder.js'
import type { Options } from '../../options/Options.js'
import { createRegistrySource } from '../../registry/live/createRegistrySource.js'
import type { Ports2 } from '../program2.js'
import { noticeFile, noticeFileName } from './noticeFile.js'

/** The ports of a plugin in a running harness 2.x: this machine's files and clock. `ctx` is the harness's. */
export const livePorts2 = (ctx: unknown, options: Options): Ports2 => {
  const { app, location } = fieldsOf(ctx)
  const { directory: told } = fieldsOf(location)
  const { version } = fieldsOf(app)
  const directory = typeof told === 'string' ? told : orRoot(process.cwd)
  const home = orRoot(homedir)
  const folderOf = (option: string | null): string => decisionFolder({ option, env: process.env, home, directory })
  const folder = folderOf(options.decisionLog === false ? null : options.decisionLog)
  const harness = typeof version === 'string' ? version : null
  const notices = noticeFile(join(dirname(folder), noticeFileName), clock.now)
  return {
    registry: createRegistrySource({ option: options.registry ?? undefined, env: process.env, home, directory }),
    journal: notices,
    decisions:
      options.decisionLog === false
        ? noLog
        : createDecisionLog({
            folder,
            harness: async () => harness,
            now: clock.now,
            refused: (message) => notices.tell({ level: 'warn', message }),
          }),
    clock,
  }
}

const noLog: DecisionLog = { hold: () => undefined, write: () => undefined }
