import { readFileSync } from 'node:fs'
import type { Plugin2, SystemEvent } from './api2.js'
import { settingsOf } from './settings.js'
import { soakDeeds2 } from './soakDeeds2.js'

export interface SoakNeighbour2Settings {
  readonly name: string
  /** The file that holds the name of the deed in force, or nothing. */
  readonly file: string
}

const { name, file } = settingsOf<SoakNeighbour2Settings>()
const deeds: Readonly<Record<string, (event: SystemEvent) => unknown>> = soakDeeds2

const act = (event: SystemEvent): void => {
  deeds[readFileSync(file, 'utf8')]?.(event)
}

/** Another plugin of the soak, which does what its file names. */
const soakNeighbour2: Plugin2 = {
  id: name,
  setup: (ctx) => {
    ctx.session.hook('context', act)
    ctx.session.hook('generate', act)
    return undefined
  },
}

export default soakNeighbour2
