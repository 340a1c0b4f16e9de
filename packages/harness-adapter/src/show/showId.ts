import { fieldCharacters, fieldCharactersSeen } from './limits.js'
import { ours, type Shown, shown } from './Shown.js'
import { cutText } from './text.js'

/**
 * An id, escaped so that two different ids never look alike: everything but visible ASCII is shown by its code, and so are the
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

/**
 * An id as a field of the stamp (design 5): a plain id as it is, any other as a JSON string, so that no id can forge a field.
 * Everything but visible ASCII and the space is shown by its code, and so is `<`, which could begin a marker.
 */
export const showStampId = (id: string): Shown => {
  if (/^[A-Za-z0-9._/-]+$/.test(id)) return showId(id)
  const seen = id.slice(0, fieldCharactersSeen)
  const characters = Array.from(seen, escape)
  let size = 0
  const over = characters.findIndex((character) => (size += character.length) > fieldCharacters)
  const kept = over === -1 ? characters : characters.slice(0, over)
  const rest = characters.length - kept.length + id.length - seen.length
  return ours(
    `"${kept.join('')}"${rest === 0 ? '' : `… (${String(rest)} more ${rest === 1 ? 'character' : 'characters'})`}`,
  )
}

const escape = (character: string): string =>
  character.replace(/["\\]|[^\x20-\x3b\x3d-\x7e]/g, (unit) =>
    unit === '"' || unit === '\\' ? `\\${unit}` : `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
