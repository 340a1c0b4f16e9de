import { writeFileSync } from 'node:fs'
import { bundlePlugin } from '../plugins/bundlePlugin.js'
import { type Disturbance, disturbances } from '../plugins/disturbances.js'
import type { Meddling } from '../plugins/meddler.js'
import type { SoakDeed2 } from '../plugins/soakDeeds2.js'

/** Another plugin, which does in every request what it was told last. Where it stands among the plugins is the test's choice. */
export interface Switched<What extends string> {
  readonly plugin: { readonly name: string; readonly source: string }
  /** `null`: nothing. */
  readonly set: (what: What | null) => void
}

export type Disturber = Switched<Disturbance>

export const allDisturbances = Object.keys(disturbances) as ReadonlyArray<Disturbance>

/** A plugin that is switched through a file. */
const switched = <What extends string>(name: string, file: string, source: string): Switched<What> => {
  const set: Switched<What>['set'] = (what) => writeFileSync(file, what ?? '')
  set(null)
  return { plugin: { name, source }, set }
}

/** One that meddles with the system prompt. */
export const createMeddler = (name: string, file: string): Switched<Meddling> =>
  switched(name, file, bundlePlugin('meddler', { file }))

/** One that disturbs the messages. Its edits reach plugins that are loaded later. */
export const createDisturber = (name: string, file: string): Disturber =>
  switched(name, file, bundlePlugin('disturber', { file }))

/** One of the second generation, which changes the system parts. */
export const createNeighbour = (name: string, file: string): Switched<SoakDeed2> =>
  switched(name, file, bundlePlugin('soakNeighbour2', { name, file }))
