import { utf8Length } from './utf8Length.js'

/** What fits of a list, and how many of its items were left out. */
export interface Fitted<B> {
  readonly kept: ReadonlyArray<B>
  readonly left: number
}

/**
 * Shows the items from the front as long as they fit into `bytes` of UTF-8, one byte between two of them included.
 * The first is shown in any case: it is a field, and fields are cut on their own. What does not fit is not looked at.
 */
export const fitList = <A, B extends string>(
  items: ReadonlyArray<A>,
  show: (item: A, index: number) => B,
  bytes: number,
): Fitted<B> => {
  const kept: B[] = []
  let taken = 0
  for (const item of items) {
    const shown = show(item, kept.length)
    taken += utf8Length(shown) + 1
    if (kept.length > 0 && taken > bytes) break
    kept.push(shown)
  }
  return { kept, left: items.length - kept.length }
}
