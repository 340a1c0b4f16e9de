import { fieldBytes, fieldCharacters, fieldCharactersSeen } from './limits.js'
import { ours, type Shown } from './Shown.js'
import { cleanText, cutText, stripClosingMarker, utf8Length } from './text.js'

/** A field of prose as one line: cleaned, spaces folded, cut at 200 characters (or 600 bytes) with a named cut. */
export const showProse = (text: string): Shown => show(text, escapeLead)

/** The same of prose that never begins a line or a list item, so that `~/vault` stays what it is. */
export const showSentence = (text: string): Shown => show(text, (cleaned) => cleaned)

const show = (text: string, lead: (cleaned: string) => string): Shown => {
  const seen = text.slice(0, fieldCharactersSeen)
  const cleaned = stripClosingMarker(cleanText(seen.replace(/\s+/gu, ' '))).trim()
  return ours(cutText(lead(cleaned) || '(blank)', fieldBytes, text.length - seen.length, shareOf))
}

/** At the start of a list item these signs would begin a heading, a quote, a list, a fence or a comment. */
const escapeLead = (text: string): string => (/^[#>*+\-~`<|=]/.test(text) ? `\\${text}` : text)

/** What a character takes of the field: as much as one of 200 may, or its bytes where these are more. */
const shareOf = (character: string): number => Math.max(fieldBytes / fieldCharacters, utf8Length(character))
