/** How many bytes a text takes in UTF-8. A loop over code units: blocks are measured on every request. */
export const utf8Length = (text: string): number => {
  let bytes = 0
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    // Each half of a pair counts two of its four bytes; one that stands alone is written as a replacement of three.
    bytes += unit < 0x80 ? 1 : unit < 0x800 ? 2 : isPaired(text, index, unit) ? 2 : 3
  }
  return bytes
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff

const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff

const isPaired = (text: string, index: number, unit: number): boolean =>
  (isHigh(unit) && isLow(text.charCodeAt(index + 1))) || (isLow(unit) && isHigh(text.charCodeAt(index - 1)))
