/** Text from logs, stores and disks for a terminal: anything that could move the cursor, or hide, is shown as its code. */
export const plainText = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`)

/** Breaks a text between words into lines of at most so many characters. `first` stands before the first line, `indent` before the others. A longer word is cut. */
export const wrapText = (text: string, width: number, indent = '', first = ''): string => {
  const lines: string[] = []
  let line = ''
  const lead = (): string => (lines.length === 0 ? first : indent)
  const room = (): number => Math.max(8, width - lead().length)
  const end = (): void => {
    lines.push(`${lead()}${line}`)
    line = ''
  }
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > room()) end()
    line = line === '' ? word : `${line} ${word}`
    while (line.length > room()) {
      const rest = line.slice(room())
      line = line.slice(0, room())
      end()
      line = rest
    }
  }
  end()
  return lines.join('\n')
}

/** A number with its noun. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** What an error says. */
export const sayError = (error: unknown): string => (error instanceof Error ? error.message : String(error))
