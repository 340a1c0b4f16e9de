/** Something in a file of a bundle that is not as the format has it, and the edit that mends it. Neither holds text of the file but keys and short names. */
export interface FormatProblem {
  readonly what: string
  /** An order, to be read behind the file's name: `add card = "card.md"`. It may go over several lines. */
  readonly edit: string
}

export const problem = (what: string, edit: string): FormatProblem => ({ what, edit })
