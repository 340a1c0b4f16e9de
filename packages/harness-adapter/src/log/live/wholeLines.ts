/** How many of the lines, from the first on, lie within that many bytes. The last needs no line end, since the next append makes one. */
export const wholeLines = (lines: ReadonlyArray<string>, bytes: number): number => {
  let count = 0
  let end = -1
  for (const line of lines) {
    end += 1 + Buffer.byteLength(line)
    if (end > bytes) break
    count += 1
  }
  return count
}
