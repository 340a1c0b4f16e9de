/** One line of the table: what was measured, and what it is held against. */
export interface Figure {
  readonly name: string
  readonly value: number
  readonly unit: 'ns' | 'µs' | 'ms' | '×' | '%' | 'per s' | 'kB'
  /** The target, where there is one: at most, or at least so much. */
  readonly target?: { readonly atMost: number } | { readonly atLeast: number }
}

/** Whether a figure is on the right side of its target. */
export const isMet = ({ value, target }: Figure): boolean =>
  target === undefined || ('atMost' in target ? value <= target.atMost : value >= target.atLeast)
