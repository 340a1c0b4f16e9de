/** A part of the system text, as the harness 2.x takes it; anything else in its place fails the turn. */
interface TextPart {
  readonly type: 'text'
  readonly text: string
}

/**
 * The system parts with the block as one more at the end; `null` where they are no list. A new array, since an earlier plugin may have
 * frozen the old one. Parts are joined by one line end, so the block's part begins with an empty line.
 */
export const withBlock = (system: unknown, block: string): ReadonlyArray<unknown> | null =>
  Array.isArray(system) ? [...system, { type: 'text', text: `\n${block}` } satisfies TextPart] : null
