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
