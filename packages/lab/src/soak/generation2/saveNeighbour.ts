import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Stage2 } from './Stage2.js'

/** Saves the file of the neighbour before ours: a little later the harness sets up that plugin, ours and all after them again. */
export const saveNeighbour = (stage: Stage2): void => {
  stage.savedAt = Date.now()
  appendFileSync(
    join(stage.harness.stage.pluginDir, stage.neighbours.before.plugin.name, 'server.js'),
    '// Saved again.\n',
  )
}
