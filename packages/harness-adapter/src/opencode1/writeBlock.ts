import { blockIn, type Placement, spliceBlock, type Written } from '../block/spliceBlock.js'
import { fieldsOf } from '../environment/foreign.js'
import { processWide } from '../environment/memory.js'
import type { OtherCopy } from '../notice/speaker.js'

/** What came of writing a block. */
export interface WriteResult {
  /** The block that is in the system text now, also one of another copy of this plugin; `null` where there is none. */
  readonly block: string | null
  /** Whether the harness's array could not be written to, and does not hold the block. */
  readonly isClosed: boolean
  /** What another copy of this plugin was seen to do in this request. */
  readonly otherCopy: OtherCopy | null
}

/** Writes the block (`null`: none) into the harness's system array, in place, since the harness keeps its own hold of the array. */
export const writeBlock = (system: unknown[], block: string | null, placement: Placement): WriteResult => {
  const earlier = writtenInto(system)
  const neighbours = blockIn(system, earlier)
  if (block === null)
    return { block: neighbours, isClosed: false, otherCopy: neighbours === null ? null : 'contradicts' }
  const { entries, written, replaced } = spliceBlock(system, block, placement, earlier)
  const isWritten = overwrite(system, entries)
  if (isWritten) sharedBlocks().set(system, written)
  return {
    block: blockIn(system, writtenInto(system)),
    isClosed: !isWritten && neighbours !== block,
    otherCopy: replaced ? 'writes' : null,
  }
}

const overwrite = (system: unknown[], entries: ReadonlyArray<unknown>): boolean => {
  try {
    system.splice(0, system.length, ...entries)
    return true
  } catch {
    return false
  }
}

/**
 * What all copies of this plugin in this process wrote, by the system array that they wrote it into. All copies are handed the same
 * array, and every request, also a retried one, has its own. An entry lives as long as its array.
 */
const sharedBlocks = (): WeakMap<object, unknown> =>
  processWide('written-blocks/1', isMap, () => new WeakMap<object, unknown>())

const isMap = (value: unknown): value is WeakMap<object, unknown> => value instanceof WeakMap

/** What a copy of this plugin wrote into a request; `null` where none did. */
const writtenInto = (system: ReadonlyArray<unknown>): Written | null => {
  const written = sharedBlocks().get(system)
  return isWritten(written) ? written : null
}

const isWritten = (value: unknown): value is Written => {
  const { block, text, isEntry } = fieldsOf(value)
  return typeof block === 'string' && typeof text === 'string' && text.endsWith(block) && typeof isEntry === 'boolean'
}
