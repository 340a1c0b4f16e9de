const rowsAtOnce = 1000

/** Writes a document, and with it its rows, piece by piece: all of them at once may be longer than a text can be. */
export const writeJson = (
  document: object,
  rows: ReadonlyArray<object> | null,
  write: (text: string) => void,
): void => {
  const text = JSON.stringify(document, null, 2)
  if (rows === null) {
    write(`${text}\n`)
    return
  }
  write(`${text.slice(0, text.lastIndexOf('\n}'))},\n  "rows": [`)
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    write(
      `${at === 0 ? '' : ','}\n    ${rows
        .slice(at, at + rowsAtOnce)
        .map((row) => JSON.stringify(row))
        .join(',\n    ')}`,
    )
  write(`${rows.length === 0 ? '' : '\n  '}]\n}\n`)
}
