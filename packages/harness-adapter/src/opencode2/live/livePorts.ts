import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { orRoot } from '../../environment/folders.js'
import { fieldsOf } from '../../environment/foreign.js'
import { clock } from '../../environment/live/clock.js'
import { createDecisionLog } from '../../log/live/createDecisionLog.js'
import { decisionFolder } from '../../log/live/decisionFolder.js'
import type { Options } from '../../options/Options.js'
import { createRegistrySource } from '../../registry/live/createRegistrySource.js'
import { noDecisionLog, type Ports } from '../../request/Ports.js'
import { createNoticeFile, noticeFileName } from './createNoticeFile.js'

/** The ports of a plugin in a running harness 2.x: this machine's files and clock. `ctx` is the harness's. */
export const livePorts = (ctx: unknown, options: Options): Ports => {
  const { app, location } = fieldsOf(ctx)
  const { directory: named } = fieldsOf(location)
  const { version } = fieldsOf(app)
  const directory = typeof named === 'string' ? named : orRoot(process.cwd)
  const home = orRoot(homedir)
  const { env } = process
  const { decisionLog } = options
  // The notices lie beside the folder of the decisions, also where no decisions are kept.
  const folder = decisionFolder({ option: decisionLog === false ? null : decisionLog, env, home, directory })
  const harness = typeof version === 'string' ? version : null
  const notices = createNoticeFile(join(dirname(folder), noticeFileName), clock.now)
  return {
    registry: createRegistrySource({ option: options.registry ?? undefined, env, home, directory }),
    journal: notices,
    decisions:
      decisionLog === false
        ? noDecisionLog
        : createDecisionLog({
            folder,
            harness: async () => harness,
            now: clock.now,
            refused: (message) => notices.tell({ level: 'warn', message }),
          }),
    clock,
  }
}
