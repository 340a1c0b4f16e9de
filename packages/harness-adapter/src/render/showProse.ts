import { cleanText } from './cleanText.js'
import { stripClosingMarker } from './closingMarker.js'
import { cutText } from './cutText.js'
import { fieldCharacters, fieldCharactersSeen } from './limits.js'
import { type Shown, ours } from './Shown.js'

/** A field of prose as one line: cleaned, spaces folded, cut at 200 characters with a named cut. */
export const showProse = (text: string): Shown => {
  const seen = text.slice(0, fieldCharactersSeen)
  const cleaned = stripClosingMarker(cleanText(seen.replace(/\s+/gu, ' '))).trim()
  return ours(cutText(escapeLead(cleaned) || '(blank)', fieldCharacters, text.length - seen.length))
}

/** At the start of a list item these signs would begin a heading, a quote, a list, a fence or a comment. */
const escapeLead = (text: string): string => (/^[#>*+\-~`<|=]/.test(text) ? `\\${text}` : text)
