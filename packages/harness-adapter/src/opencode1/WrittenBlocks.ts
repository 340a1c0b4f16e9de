import type { Written } from '../block/spliceBlock.js'

/**
 * What copies of this plugin wrote into a request, by its system array: all copies are handed the same one, and each
 * request, a retried one as well, has one of its own.
 */
export interface WrittenBlocks {
  readonly of: (system: ReadonlyArray<unknown>) => Written | null
  readonly note: (system: ReadonlyArray<unknown>, written: Written) => void
}
