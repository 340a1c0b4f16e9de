import { fieldCharacters, fieldCharactersSeen } from './limits.js'
import { ours, type Shown } from './Shown.js'
import { showId } from './showId.js'

/**
 * An id as a field of the stamp (design 5): as it is where it is plain, else a JSON string, so that no id forges a field.
 * Everything but visible ASCII and the space is shown by its code, as in every id, and so is what would begin a marker.
 */
export const showStampId = (id: string): Shown => (/^[A-Za-z0-9._/-]+$/.test(id) ? showId(id) : ours(`"${escaped(id)}"${cut(id)}`))

const escaped = (id: string): string =>
  charactersOf(id)
    .slice(0, fieldCharacters)
    .join('')
    .replace(/["\\]|[^\x20-\x3b\x3d-\x7e]/g, (unit) => (unit === '"' || unit === '\\' ? `\\${unit}` : `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`))

const cut = (id: string): string => {
  const rest = charactersOf(id).length + Math.max(0, id.length - fieldCharactersSeen) - fieldCharacters
  return rest > 0 ? `… (${String(rest)} more ${rest === 1 ? 'character' : 'characters'})` : ''
}

const charactersOf = (id: string): ReadonlyArray<string> => Array.from(id.slice(0, fieldCharactersSeen))
