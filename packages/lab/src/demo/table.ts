/** Rows of text in columns of equal width, the first row underlined. */
export const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const widths = head.map((title, column) =>
    Math.max(...[head, ...rows].map((row) => (row[column] ?? '').length), title.length),
  )
  const show = (row: ReadonlyArray<string>) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  return [show(head), widths.map((width) => '─'.repeat(width)).join('  '), ...rows.map(show)].join('\n')
}
