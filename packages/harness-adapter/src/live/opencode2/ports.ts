import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fieldsOf } from '../../harness/answer.js'
import type { Ports2 } from '../../opencode2/program2.js'
import type { Options } from '../../options/Options.js'
import type { DecisionLog } from '../../port/DecisionLog.js'
import { clock } from '../clock.js'
import { createDecisionLog } from '../decisionLog/createDecisionLog.js'
import { decisionFolder } from '../decisionLog/decisionFolder.js'
import { orRoot } from '../orRoot.js'
import { createRegistrySource } from '../registry/createRegistrySource.js'
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
