/** A session as the harness's store knows it. It holds no text of any message but the title that the harness made of one. Times are milliseconds since the epoch. */
export interface StoreSession {
  readonly id: string
  readonly parentId: string | null
  /** What the harness calls it, and the folder it works in; `null` where the store does not say. */
  readonly title: string | null
  readonly folder: string | null
  readonly createdAt: number
  /** In the store's own order. */
  readonly turns: ReadonlyArray<StoreTurn>
  /** The messages that cannot be read, or a part of which cannot; `null` for one that does not even tell its id. */
  readonly unreadable: ReadonlyArray<string | null>
}

/** One assistant message: a step of a turn, or the summary of a compaction. */
export interface StoreTurn {
  readonly id: string
  /** The user message that it answers; of a step of the harness 2.x, whose messages do not say, the user's or the harness's own one before it. */
  readonly answers: string | null
  /** Whether the log names the decision of its request by this message itself (2.x), and not by the one that it answers (1.x). */
  readonly isStep: boolean
  /** Whether its id says that a fork copied it. Where ids do not tell, its time does: it is from before the session. */
  readonly isCopy: boolean
  readonly kind: 'turn' | 'compaction'
  /** The agent that spoke; of a compaction, the agent that was in force: the one of the user message. */
  readonly agent: string | null
  readonly createdAt: number
  readonly isOpen: boolean
  /** Whether the model answered: a shell command and a call that was refused leave assistant messages too. */
  readonly reachedModel: boolean
  /** Of a compaction, the ledger paths that its summary names. */
  readonly ledgers: ReadonlyArray<string>
}
