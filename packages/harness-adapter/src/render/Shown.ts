/** Text that is safe to stand in a line of the block: cleaned, of one line, cut, without the closing marker. */
export type Shown = string & { readonly Shown: unique symbol }

/** For our own words and numbers. Text from disk or from the harness goes through `showProse` or `showId`. */
export const ours = (text: string): Shown => text as Shown
