import { existsSync, writeFileSync } from 'node:fs'
import type { Plugin } from './api.js'
import { settingsOf } from './settings.js'

export interface WindowSettings {
  /** While this file is there a compaction waits. */
  readonly closed: string
  /** Made when one waits. */
  readonly entered: string
  readonly patienceMs: number
}

const { closed, entered, patienceMs } = settingsOf<WindowSettings>()

/** Holds a compaction between its user message and its summary, as a plugin does that is slow to say what to keep. */
const window: Plugin = async () => ({
  'experimental.session.compacting': async () => {
    const end = Date.now() + patienceMs
    if (existsSync(closed)) writeFileSync(entered, '')
    while (existsSync(closed) && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 20))
  },
})

export default window
