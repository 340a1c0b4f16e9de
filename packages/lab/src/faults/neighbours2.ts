import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin2Spec } from '../harness2/index.js'
import { bundlePlugin } from '../plugins/bundlePlugin.js'
import type { Meddling2 } from '../plugins/neighbour2.js'

/** Two neighbours of a plugin on the second generation, loaded before and after it. They meddle in those sessions only that a test names. */
export interface Neighbours2 {
  readonly earlier: Plugin2Spec
  readonly later: Plugin2Spec
  /** What they do in a session from now on; nothing where the list is empty. */
  readonly meddle: (session: string, deeds: ReadonlyArray<Meddling2>) => void
  /** Which hooks wait in a session at the moment, as `earlier context`. */
  readonly waiting: (session: string) => ReadonlyArray<string>
}

/** Neighbours that are told by files in a folder, which is made. */
export const neighbours2 = (folder: string): Neighbours2 => {
  mkdirSync(folder, { recursive: true })
  return {
    earlier: { name: 'neighbour-earlier', source: bundlePlugin('neighbour2', { folder, who: 'earlier' }) },
    later: { name: 'neighbour-later', source: bundlePlugin('neighbour2', { folder, who: 'later' }) },
    meddle: (session, deeds) => {
      const file = join(folder, `${session}.json`)
      if (deeds.length === 0) return rmSync(file, { force: true })
      // Whole or not at all: a neighbour may be reading it.
      writeFileSync(`${file}.new`, JSON.stringify(deeds))
      renameSync(`${file}.new`, file)
    },
    waiting: (session) =>
      readdirSync(folder).flatMap((name) => {
        const [whose, who, hook, what] = name.split(' ')
        return whose === session && what === 'waiting' ? [`${String(who)} ${String(hook)}`] : []
      }),
  }
}
