/** Text that is safe in a line of the block: cleaned, of one line, cut, without the closing marker. */
export type Shown = string & { readonly Shown: unique symbol }

/** For our own words and numbers. Text from disk or from the harness goes through `showProse` or `showId`. */
export const ours = (text: string | number): Shown => String(text) as Shown

/** Our own words with shown values in them. Raw text does not compile here, so none of it is forgotten. */
export const shown = (words: TemplateStringsArray, ...values: ReadonlyArray<Shown>): Shown =>
  ours(words.map((word, index) => `${word}${values[index] ?? ''}`).join(''))
