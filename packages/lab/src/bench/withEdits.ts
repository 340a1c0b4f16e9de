import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Does `act` after each of so many edits of one file of a staged registry. The file is left as it was. */
export const withEdits = async (root: string, edits: number, act: () => Promise<unknown>): Promise<void> => {
  const file = join(root, 'mode-0001', 'card.md')
  const text = readFileSync(file, 'utf8')
  for (let edit = 0; edit < edits; edit += 1) {
    writeFileSync(file, `${text}\n${edit}`)
    await act()
  }
  writeFileSync(file, text)
}
