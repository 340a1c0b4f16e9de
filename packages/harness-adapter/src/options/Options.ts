import type { Placement } from '../block/spliceBlock.js'

/** What a user can set: the second element of the plugin tuple in the harness's config. */
export interface Options {
  /** The registry folder; `null`: where the environment says. */
  readonly registry: string | null
  /** `append` to the last system entry, or an entry of its own, which strict providers refuse. */
  readonly splice: Placement
  /** The most that a request waits for this plugin, in milliseconds. */
  readonly deadlineMs: number
  /** The folder of the decision log; `null`: the default one; `false`: none is written. */
  readonly decisionLog: string | false | null
  /** Whether the screen shows what a person should notice at once. */
  readonly toast: boolean
}

export const defaultOptions: Options = {
  registry: null,
  splice: 'append',
  deadlineMs: 2000,
  decisionLog: null,
  toast: true,
}

/** Below it a first call in a process cannot be answered; above it a chat feels frozen. In milliseconds. */
export const deadlineRange = { least: 100, most: 30_000 } as const
