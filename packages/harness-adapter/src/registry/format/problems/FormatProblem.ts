import type { TomlTable } from '../toml.js'

/** Something in a file of a bundle that is not as the format has it, and the edit that mends it. Neither holds text of the file but keys and short names. */
export interface FormatProblem {
  readonly what: string
  /** An order, to be read behind the file's name: `add card = "card.md"`. It may go over several lines. */
  readonly edit: string
}

export const problem = (what: string, edit: string): FormatProblem => ({ what, edit })

/** The key of a table that was most likely meant to be `key`: the same but for case, `-`, `_` and one letter. `null` where there is none. */
export const misspelt = (table: TomlTable, key: string, known: ReadonlyArray<string>): string | null =>
  Object.keys(table).find((other) => (other === key || !known.includes(other)) && isNear(plain(other), plain(key))) ??
  null
const plain = (key: string): string => key.toLowerCase().replace(/[-_ ]/g, '')

/** Whether one letter more, less or other makes the two equal. Of short words that says little. */
const isNear = (left: string, right: string): boolean =>
  left === right || (right.length >= 4 && withoutOne(left, right))

const withoutOne = (left: string, right: string): boolean => {
  const same = [...left].findIndex((letter, place) => letter !== right[place])
  const at = same === -1 ? left.length : same
  return (
    left.slice(at + 1) === right.slice(at + 1) ||
    left.slice(at + 1) === right.slice(at) ||
    left.slice(at) === right.slice(at + 1)
  )
}
