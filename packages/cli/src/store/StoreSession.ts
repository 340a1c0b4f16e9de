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
  /** The changes of the agent between turns, as far as the store tells who made them. */
  readonly switches: ReadonlyArray<StoreSwitch>
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

/** A change of the agent that spoke or was selected. */
export interface StoreSwitch {
  /** The message that made it: the one that was prompted (1.x), or the record of the selection (2.x). */
  readonly messageId: string
  readonly at: number
  readonly from: string
  readonly to: string
  readonly isCopy: boolean
  /** What says that no person made it; `null` where nothing does. */
  readonly mark: string | null
}

/** A call of a tool by an answer. Of what it was given only the path of a file is known, and the ledgers that it names. */
export interface ToolCall {
  readonly tool: string
  /** Whether it ran to its end, as the store says. */
  readonly isDone: boolean
  /** The path that it was given; `null` where it was given none. */
  readonly path: string | null
  /** Whether what it was given is stored. */
  readonly hasInput: boolean
  /** Whether anything that it was given names a ledger. */
  readonly namesLedger: boolean
}

/** Whether a value is a time in milliseconds since the epoch that the calendar has: of any other none can be shown. */
export const isTime = (u: unknown): u is number => typeof u === 'number' && Math.abs(u) <= 8.64e15

/** The path of a session ledger in its exact form: a day of the calendar and a slug, below `sessions/`. */
const ledgerPath =
  /(?<![\w.-])sessions\/session-\d{4}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])-[a-z0-9]+(?:-[a-z0-9]+)*\.md(?![\w-]|\.\w)/g

/** The ledger paths that a text names, each once, in their order. Nothing links a session to one of them. */
export const ledgersNamed = (text: string): ReadonlyArray<string> => [...new Set(text.match(ledgerPath) ?? [])]

/**
 * A session that one database holds twice: as the harness 1.x left it, and as 2.x took it over, with the ids of its messages, and went on.
 * What 1.x wrote is taken from its own tables, since only there each answer says what it answers.
 */
export const joinGenerations = (first: StoreSession | null, second: StoreSession | null): StoreSession | null => {
  if (first === null || second === null) return first ?? second
  const known = new Set(first.turns.flatMap(({ id, answers }) => (answers === null ? [id] : [id, answers])))
  const unreadable = new Set([...first.unreadable, ...second.unreadable])
  return {
    ...second,
    createdAt: Math.min(first.createdAt, second.createdAt),
    turns: [...first.turns, ...second.turns.filter(({ id }) => !known.has(id) && !unreadable.has(id))].toSorted(
      (a, b) => a.createdAt - b.createdAt,
    ),
    switches: [...first.switches, ...second.switches.filter(({ messageId }) => !known.has(messageId))],
    unreadable: [...unreadable],
  }
}
