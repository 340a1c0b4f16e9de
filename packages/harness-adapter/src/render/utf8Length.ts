/** How many bytes a text takes in UTF-8. */
export const utf8Length = (text: string): number => Array.from(text).reduce((bytes, character) => bytes + utf8Size(character), 0)

/** How many bytes one character takes in UTF-8. */
export const utf8Size = (character: string): number => {
  const point = character.codePointAt(0) ?? 0
  return point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
}
