import { ours, type Shown, shown } from './Shown.js'
import { utf8Length } from './text.js'

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

/** How a cut is named: `… 37 more gates in pack.toml`. */
export interface CutName {
  readonly one: string
  readonly many: string
  /** Where the rest can be read, with a leading space, or nothing. */
  readonly where: string
}

/** Names a cut of `count` items. */
export const showCut = (count: number, { one, many, where }: CutName): Shown =>
  shown`… ${ours(count)} more ${ours(count === 1 ? one : many)}${ours(where)}`

/** How a list is shown in a line, and how much of it. */
export interface ListLayout {
  readonly separator: string
  readonly bytes: number
  readonly cut: CutName
}

/** As many items as fit into `bytes`, in one line, and a name for what was cut. */
export const showList = <A>(items: ReadonlyArray<A>, show: (item: A) => Shown, layout: ListLayout): Shown => {
  const { kept, left } = fitList(items, show, layout.bytes)
  return ours([...kept, ...(left === 0 ? [] : [showCut(left, layout.cut)])].join(layout.separator))
}
