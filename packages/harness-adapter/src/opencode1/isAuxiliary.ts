/** What tells a request that the harness makes for itself from a turn. */
export interface RequestSigns {
  readonly system: ReadonlyArray<unknown>
  /** The prompts of the harness's own agents that no mode claims. */
  readonly ownPrompts: ReadonlyArray<string>
  /** Whether this session's compaction was announced, and is neither over nor followed by a turn. */
  readonly compacting: boolean
  /** Whether the harness refuses the session's id, and never prepared a message list for it: a fork made it up, to ask for itself. */
  readonly madeUp: boolean
}

/** The harness puts its environment section into the system text of every turn, and into no other. */
export const hasEnvironment = (system: ReadonlyArray<unknown>): boolean =>
  system.some((entry) => typeof entry === 'string' && entry.includes('<env>'))

/**
 * Whether a request is auxiliary: the environment section is missing, and the text holds the prompt of one of the harness's own agents
 * or a compaction was announced, or the session is none. Both halves are needed, so that a turn is never taken for one (design 6).
 */
export const isAuxiliary = ({ system, ownPrompts, compacting, madeUp }: RequestSigns): boolean =>
  !hasEnvironment(system) &&
  (compacting || madeUp || ownPrompts.some((prompt) => prompt.trim() !== '' && textOf(system).includes(prompt)))

const textOf = (system: ReadonlyArray<unknown>): string =>
  system.filter((entry) => typeof entry === 'string').join('\n')
