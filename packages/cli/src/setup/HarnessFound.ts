/** What was found of the harness's executable. `path` is the file itself where one was found, else what was looked for. */
export type HarnessFound =
  /** `stub` is a file that npm or npx put on the PATH, and that is no harness. */
  | { readonly _tag: 'missing'; readonly path: string; readonly stub: FailedFile | null }
  | ({ readonly _tag: 'failed' } & FailedFile)
  | { readonly _tag: 'found'; readonly path: string; readonly version: string }

/** An executable that does not tell its version, with the lines that it wrote to stderr. */
export interface FailedFile {
  readonly path: string
  readonly detail: string
  readonly said: ReadonlyArray<string>
}

/** By version, what the availability fixture proved of its session API: `request`, `primary`, `fallback-only` or `none`. */
export type Contracts = Readonly<Record<string, string>>

/** The generation of a harness: 1.x and 2.x are known to the plugin, each with its own form. */
export const generationOf = (version: string): number => Number.parseInt(version, 10)
