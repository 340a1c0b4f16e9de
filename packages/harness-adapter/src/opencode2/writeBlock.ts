/** The event of a hook, whose `system` may be assigned. */
export interface Writable {
  system?: unknown
}

/** A part of the system text, as the harness 2.x takes it; anything else in its place fails the turn. */
interface TextPart {
  readonly type: 'text'
  readonly text: string
}

/**
 * Gives the event the block as one more part at the end, in a new array, since an earlier plugin may have frozen the old one. Parts are
 * joined by one line end, so the block's part begins with an empty line. Whether it could be done: where the event takes no new array, the
 * old one may still take the part.
 */
export const writeBlock = (event: Writable, block: string): boolean => {
  const part: TextPart = { type: 'text', text: `\n${block}` }
  const { system } = event
  if (!Array.isArray(system)) return false
  const parts: unknown[] = system
  return succeeds(() => (event.system = [...parts, part])) || succeeds(() => parts.push(part))
}

const succeeds = (write: () => unknown): boolean => {
  try {
    write()
    return true
  } catch {
    return false
  }
}
