/** What was found of the harness's executable. */
export type HarnessFound =
  | { readonly _tag: 'missing'; readonly path: string }
  | { readonly _tag: 'failed'; readonly path: string; readonly detail: string }
  | { readonly _tag: 'found'; readonly path: string; readonly version: string }

/** By version, what the availability fixture proved of its session API: `primary`, `fallback-only` or `none`. */
export type Contracts = Readonly<Record<string, string>>
