import { cutText } from './cutText.js'
import { fieldCharacters, fieldCharactersSeen } from './limits.js'
import { ours, type Shown, shown } from './Shown.js'

/**
 * An id so that two different ids never look alike: everything but visible ASCII is shown by its code, and so are the
 * backslash, which begins a code, and the backtick, which would close a code span.
 */
export const showId = (id: string): Shown => {
  const seen = id.slice(0, fieldCharactersSeen)
  const escaped = seen.replace(/[^\x21-\x5b\x5d-\x5f\x61-\x7e]/g, codeOf)
  return ours(cutText(escaped, fieldCharacters, id.length - seen.length))
}

const codeOf = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

/** An id as inline code. */
export const codeSpan = (id: string): Shown => (id === '' ? ours('(empty)') : shown`\`${showId(id)}\``)
