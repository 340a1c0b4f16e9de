import { closingMarker } from '../render/closingMarker.js'

/** Where the block goes: at the end of the last system entry, or as an entry of its own. */
export type Placement = 'append' | 'separate'

export interface Spliced {
  readonly entries: ReadonlyArray<unknown>
  /** How many complete blocks of another copy of the plugin were replaced. */
  readonly replaced: number
}

/**
 * The system entries with the block as their only one; without any, if there is no block. Only a complete earlier block
 * is replaced, so that a text of somebody's own that has such a heading stays as it is.
 */
export const spliceBlock = (system: ReadonlyArray<unknown>, block: string | null, placement: Placement): Spliced => {
  const { entries, replaced } = system.some(mayHoldBlock) ? withoutBlocks(system) : { entries: system, replaced: 0 }
  return { entries: block === null ? entries : insert(entries, block, placement), replaced }
}

const mayHoldBlock = (entry: unknown): entry is string => typeof entry === 'string' && entry.includes(closingMarker)

const withoutBlocks = (system: ReadonlyArray<unknown>): Spliced => {
  const cleared = system.map(clear)
  return {
    entries: cleared.filter(({ entry, removed }) => removed === 0 || entry !== '').map(({ entry }) => entry),
    replaced: cleared.reduce((sum, { removed }) => sum + removed, 0),
  }
}

/** From a heading, over an empty line and `posture:`, to the marker, with no other heading in between. */
const completeBlock = new RegExp(
  `(?:^|\\n{1,2})## Active mode\\n\\nposture: (?:(?!\\n## Active mode\\n)[^])*?\\n${closingMarker}(?=\\n|$)`,
  'g',
)

const clear = (entry: unknown): { readonly entry: unknown; readonly removed: number } => {
  if (!mayHoldBlock(entry)) return { entry, removed: 0 }
  const removed = entry.match(completeBlock)?.length ?? 0
  return { entry: removed === 0 ? entry : entry.replace(completeBlock, ''), removed }
}

/** Appended to the literally last entry: a second system message makes strict providers refuse the request. */
const insert = (entries: ReadonlyArray<unknown>, block: string, placement: Placement): ReadonlyArray<unknown> => {
  const last = entries.at(-1)
  return placement === 'append' && typeof last === 'string'
    ? [...entries.slice(0, -1), last === '' ? block : `${last}\n\n${block}`]
    : [...entries, block]
}
