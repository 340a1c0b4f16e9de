import { sampleOf, staleBlock } from '../soak/staleSample.js'
import type { SystemEvent } from './api2.js'

const foreign = { type: 'text', text: 'A text of another plugin.' } as const

/** What a neighbour does in the soak with the system parts of every request that gets a block, by name. */
export const soakDeeds2 = {
  'freeze-list': (event: SystemEvent) => Object.freeze(event.system),
  'freeze-parts': (event: SystemEvent) => event.system.forEach((part) => Object.freeze(part)),
  'push-part': (event: SystemEvent) => (event.system = [...event.system, foreign]),
  'unshift-part': (event: SystemEvent) => (event.system = [foreign, ...event.system]),
  'blank-part': (event: SystemEvent) => (event.system = [...event.system, { type: 'text', text: '' }]),
  sample: (event: SystemEvent) => (event.system = [...event.system, { type: 'text', text: sampleOf(staleBlock) }]),
} as const

export type SoakDeed2 = keyof typeof soakDeeds2
