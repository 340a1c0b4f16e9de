import { fitList } from './fitList.js'
import { ours, type Shown, shown } from './Shown.js'

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

/** How a list stands in a line, and how much of it. */
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
