import { fieldCharacters, fieldCharactersSeen } from './limits.js'
import { showId } from './showId.js'
import { ours, type Shown } from './Shown.js'

/**
 * An id as a field of the stamp (design 5): as it is where it is plain, else a JSON string, so that no id forges a field.
 * Everything but visible ASCII and the space is shown by its code, as in every id, and so is what would begin a marker.
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
