/** What has no shape of its own: controls, marks of direction, zero-width and other invisible characters. */
const invisible = /[\p{Cc}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\u2028\u2029\ufff9-\ufffb]/gu

/** Halves of a character, which have no encoding. */
const loneSurrogate = /\p{Surrogate}/gu

/** Prose of one line without anything that is not seen. Scripts, emoji and signs of every language stay. */
export const cleanText = (text: string): string => text.replace(loneSurrogate, '\ufffd').replace(invisible, '')

/** The last line of every block. */
export const closingMarker = '<!-- /active-mode -->'

/** Removes the marker from a text, also one that only forms when another is taken out. */
export const stripClosingMarker = (text: string): string =>
  text.includes(closingMarker) ? stripClosingMarker(text.replaceAll(closingMarker, '')) : text

/**
 * The beginning of a text, up to a total `most` of the sizes of its characters, then how many characters more there
 * are: those cut off here, and `unseen` that were left out before. Characters are code points, so none is split.
 */
export const cutText = (
  text: string,
  most: number,
  unseen = 0,
  sizeOf: (character: string) => number = one,
): string => {
  if (text.length <= most && unseen === 0 && sizeOf === one) return text
  const characters = Array.from(text)
  let size = 0
  const over = characters.findIndex((character) => (size += sizeOf(character)) > most)
  const kept = over === -1 ? characters : characters.slice(0, over)
  const rest = characters.length - kept.length + unseen
  return rest === 0 ? text : `${kept.join('')}… (${rest} more ${rest === 1 ? 'character' : 'characters'})`
}

const one = (): number => 1

/** How many bytes a text takes in UTF-8. A loop over code units: blocks are measured on every request. */
export const utf8Length = (text: string): number => {
  let bytes = 0
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    // Each half of a pair counts two of its four bytes; a half alone is written as a replacement of three bytes.
    bytes += unit < 0x80 ? 1 : unit < 0x800 ? 2 : isPaired(text, index, unit) ? 2 : 3
  }
  return bytes
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff

const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff

const isPaired = (text: string, index: number, unit: number): boolean =>
  (isHigh(unit) && isLow(text.charCodeAt(index + 1))) || (isLow(unit) && isHigh(text.charCodeAt(index - 1)))
