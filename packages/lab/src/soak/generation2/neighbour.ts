import { writeFileSync } from 'node:fs'
import type { Plugin2Spec } from '@active-mode/lab/harness2'
import { sampleOf, staleBlock } from '../staleSample.js'

/** What a neighbour does with the system parts of every request that gets a block, by name. Each is the body of a hook that gets `event`. */
const deeds = {
  'freeze-list': `Object.freeze(event.system)`,
  'freeze-parts': `event.system.forEach((part) => Object.freeze(part))`,
  'push-part': `event.system = [...event.system, { type: 'text', text: 'A text of another plugin.' }]`,
  'unshift-part': `event.system = [{ type: 'text', text: 'A text of another plugin.' }, ...event.system]`,
  'blank-part': `event.system = [...event.system, { type: 'text', text: '' }]`,
  sample: `event.system = [...event.system, { type: 'text', text: ${JSON.stringify(sampleOf(staleBlock))} }]`,
} as const

export type Deed = keyof typeof deeds

/** What a neighbour may do before ours, and after. A sample is shown by one of the two only, so that it is there once. */
export const deedsBefore = Object.keys(deeds) as ReadonlyArray<Deed>
export const deedsAfter = deedsBefore.filter((deed) => deed !== 'sample')

/** Another plugin, switched through a file. */
export interface Neighbour {
  readonly plugin: Exclude<Plugin2Spec, string | ReadonlyArray<unknown>>
  /** `null`: nothing. */
  readonly set: (deed: Deed | null) => void
}

export const createNeighbour = (name: string, file: string): Neighbour => {
  const set: Neighbour['set'] = (deed) => writeFileSync(file, deed ?? '')
  set(null)
  return { plugin: { name, source: source(name, file) }, set }
}

const source = (name: string, file: string): string => `
import { readFileSync } from 'node:fs'

const deeds = {
${Object.entries(deeds)
  .map(([deed, body]) => `  '${deed}': (event) => { ${body} },`)
  .join('\n')}
}
const act = (event) => deeds[readFileSync(${JSON.stringify(file)}, 'utf8')]?.(event)

export default {
  id: ${JSON.stringify(name)},
  setup: (ctx) => {
    ctx.session.hook('context', act)
    ctx.session.hook('generate', act)
  },
}
`
