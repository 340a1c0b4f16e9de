import Table from 'cli-table3'

/** Rows of text below a head. */
export const showTable = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const table = new Table({ head: [...head], style: { head: [], border: [], compact: true } })
  table.push(...rows.map((row) => [...row]))
  return table.toString()
}
