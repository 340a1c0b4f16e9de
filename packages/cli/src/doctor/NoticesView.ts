/** What the plugin left for a person on a harness 2.x. */
export interface NoticesView {
  readonly file: string
  /** All that are in the file. */
  readonly count: number
  /** The newest ones, in their order. */
  readonly newest: ReadonlyArray<Notice2>
}

export interface Notice2 {
  readonly at: string
  readonly level: string
  readonly message: string
}
