/** Breaks a text between words into lines of at most so many characters; the second and later ones are indented. A longer word is cut. */
export const wrapText = (text: string, width: number, indent = ''): string => {
  const lines: Array<string> = []
  let line = ''
  const put = (word: string): void => {
    const lead = lines.length === 0 ? '' : indent
    const room = Math.max(8, width - lead.length)
    if (line === '') line = word
    else if (line.length + 1 + word.length <= room) line += ` ${word}`
    else {
      lines.push(`${lead}${line}`)
      line = ''
      put(word)
      return
    }
    while (line.length > room) {
      lines.push(`${lead}${line.slice(0, room)}`)
      line = line.slice(room)
    }
  }
  text.split(' ').forEach(put)
  return [...lines, `${lines.length === 0 ? '' : indent}${line}`].join('\n')
}
