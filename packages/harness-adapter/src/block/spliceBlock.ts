/** Where the block goes: at the end of the last system entry, or as an entry of its own. */
export type Placement = 'append' | 'separate'

/** What a copy of the plugin wrote into the system entries of a request. */
export interface Written {
  readonly block: string
  /** All of it, to the byte: the block, and the empty line before it where it was appended to other text. */
  readonly text: string
  /** Whether it is an entry of its own. */
  readonly isEntry: boolean
}

export interface Spliced {
  readonly entries: ReadonlyArray<unknown>
  readonly written: Written
  /** Whether it replaced what another copy had written. */
  readonly replaced: boolean
}

/**
 * The system entries with the block, in place of what another copy of the plugin wrote into this request (`earlier`).
 * Nothing is recognised by its shape: what looks like a block and was not written by a copy is somebody's own text.
 */
export const spliceBlock = (
  system: ReadonlyArray<unknown>,
  block: string,
  placement: Placement,
  earlier: Written | null,
): Spliced => {
  const place = placeOf(system, earlier)
  return {
    ...insert(place === null ? system : without(system, place, earlier?.isEntry === true), block, placement),
    replaced: place !== null,
  }
}

/** The block that a copy of the plugin wrote into this request, where it is still there; else `null`. */
export const blockIn = (system: ReadonlyArray<unknown>, written: Written | null): string | null =>
  written !== null && placeOf(system, written) !== null ? written.block : null

interface Place {
  readonly index: number
  readonly before: string
  readonly after: string
}

/** The last one: it was put at the end, so that whatever else has the same bytes is older. */
const placeOf = (system: ReadonlyArray<unknown>, written: Written | null): Place | null => {
  if (written === null) return null
  const index = system.findLastIndex((entry) => typeof entry === 'string' && entry.includes(written.text))
  const entry = system[index]
  if (typeof entry !== 'string') return null
  const start = entry.lastIndexOf(written.text)
  return { index, before: entry.slice(0, start), after: entry.slice(start + written.text.length) }
}

const without = (
  system: ReadonlyArray<unknown>,
  { index, before, after }: Place,
  isEntry: boolean,
): ReadonlyArray<unknown> => {
  const rest = before + after
  return [...system.slice(0, index), ...(isEntry && rest === '' ? [] : [rest]), ...system.slice(index + 1)]
}

/** Appended to the literally last entry: a second system message makes strict providers refuse the request. */
const insert = (entries: ReadonlyArray<unknown>, block: string, placement: Placement): Omit<Spliced, 'replaced'> => {
  const last = entries.at(-1)
  if (placement === 'separate' || typeof last !== 'string')
    return { entries: [...entries, block], written: { block, text: block, isEntry: true } }
  const text = last === '' ? block : `\n\n${block}`
  return { entries: [...entries.slice(0, -1), last + text], written: { block, text, isEntry: false } }
}
