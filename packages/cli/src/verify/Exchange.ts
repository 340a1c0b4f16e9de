/** What the harness was asked to do when a request went out. */
export type Occasion = 'turn' | 'compaction' | 'turn after the compaction'

/** One request that was provoked: what it was promised, and what reached the stand-in model. */
export interface Exchange {
  readonly occasion: Occasion
  /** The agent that was spoken to. */
  readonly agent: string
  /** The agent's own prompt, where the harness tells it; it stands before the block. */
  readonly prompt: string | null
  /** The block that this request has to carry, byte for byte; `null`: none. */
  readonly promised: string | null
  readonly received: Received
}

/** What reached the model, or why nothing did. */
export type Received =
  | {
      readonly _tag: 'sent'
      /** The entries of the system text, in order. */
      readonly system: ReadonlyArray<string>
      /** The text of all other messages, as far as it can hold a block. */
      readonly others: ReadonlyArray<string>
    }
  | { readonly _tag: 'not-sent'; readonly why: string }

/** What is to be said of one exchange. */
export type Verdict =
  | { readonly _tag: 'as-promised' }
  /** No request reached the model. */
  | { readonly _tag: 'not-sent'; readonly why: string }
  /** The block is not there. */
  | { readonly _tag: 'missing' }
  /** A block that nobody promised. `agent` is the one that its stamp names. */
  | { readonly _tag: 'unasked'; readonly agent: string | null }
  /** The heading or the marker of a block, without the rest. */
  | { readonly _tag: 'torn' }
  | { readonly _tag: 'several'; readonly count: number }
  | { readonly _tag: 'misplaced'; readonly where: Misplacement }
  /** The block of another agent. */
  | { readonly _tag: 'of-another-agent'; readonly agent: string }
  /** The plugin could not tell the agent; `reasons` are its own lines. */
  | { readonly _tag: 'unresolvable'; readonly reasons: string }
  /** A block for the right agent, with other bytes. */
  | { readonly _tag: 'other-bytes'; readonly differs: string }

export type Misplacement = 'outside of the system prompt' | 'not in its last entry' | "before the agent's own prompt"
