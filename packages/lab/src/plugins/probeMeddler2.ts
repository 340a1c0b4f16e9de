import type { Plugin2 } from './api2.js'
import { saysNow } from './newestUser2.js'
import { cues2 } from './probeMarks.js'
import { settingsOf } from './settings.js'

export interface ProbeMeddler2Settings {
  /** Whom it forges. */
  readonly otherAgent: string
}

const { otherAgent } = settingsOf<ProbeMeddler2Settings>()

/** Stands before the probe and does to it what a neighbour could do. */
const probeMeddler2: Plugin2 = {
  id: 'availability-meddler',
  setup: (ctx) => {
    ctx.session.hook('context', (event) => {
      if (saysNow(event, cues2.forge)) event.agent = otherAgent
      if (saysNow(event, cues2.freeze)) Object.freeze(event.system)
    })
    return undefined
  },
}

export default probeMeddler2
