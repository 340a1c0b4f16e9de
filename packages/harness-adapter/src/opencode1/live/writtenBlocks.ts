import type { Written } from '../../block/spliceBlock.js'
import { processWide } from '../../environment/live/processWide.js'
import type { WrittenBlocks } from '../WrittenBlocks.js'

const isMap = (value: unknown): value is WeakMap<object, unknown> => value instanceof WeakMap

/** What all copies in this process wrote. An entry lives as long as the array that the harness made for the request. */
const shared = (): WeakMap<object, unknown> =>
  processWide('written-blocks/1', isMap, () => new WeakMap<object, unknown>())

/** Shared through `globalThis` with every other copy of the plugin, whatever file it was loaded from. */
export const writtenBlocks: WrittenBlocks = {
  of: (system) => {
    const written = shared().get(system)
    return isWritten(written) ? written : null
  },
  note: (system, written) => {
    shared().set(system, written)
  },
}

const isWritten = (value: unknown): value is Written =>
  typeof value === 'object' &&
  value !== null &&
  'block' in value &&
  typeof value.block === 'string' &&
  'text' in value &&
  typeof value.text === 'string' &&
  value.text.endsWith(value.block) &&
  'isEntry' in value &&
  typeof value.isEntry === 'boolean'
