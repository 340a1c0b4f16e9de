import { ledgersNamed, type StoreTurn } from './StoreSession.js'

/** An assistant message of the store of the harness 1.x, as far as the audit looks at it. */
export interface StoreAnswer {
  readonly id: string
  readonly createdAt: number
  /** The agent that it names. */
  readonly agent: string | null
  /** The message that it answers. */
  readonly parentId: string | null
  /** Whether it is the summary of a compaction. */
  readonly isSummary: boolean
  readonly isOpen: boolean
}

/** What other rows say of the answers of a session, by the ids of messages. */
export interface AnswerFacts {
  /** The agents that users spoke to. Those that `needsAsker` asks for suffice. */
  readonly askedBy: ReadonlyMap<string, string | null>
  /** What summaries say. */
  readonly texts: ReadonlyMap<string, string>
  /** The answers that came from a model: they have begun a step. */
  readonly reached: ReadonlySet<string>
}

/** Whether the agent of an answer is only known by what it answers: a summary is spoken by an agent of its own. */
export const needsAsker = ({ isSummary, agent }: StoreAnswer): boolean => isSummary || agent === null

/** The turns of a session of the harness 1.x from its answers, in their order. */
export const storeTurns = (
  answers: ReadonlyArray<StoreAnswer>,
  { askedBy, texts, reached }: AnswerFacts,
): ReadonlyArray<StoreTurn> =>
  answers.map((answer) => {
    const { id, createdAt, agent, parentId, isSummary, isOpen } = answer
    return {
      id,
      answers: parentId,
      isStep: false,
      isCopy: false,
      kind: isSummary ? 'compaction' : 'turn',
      agent: needsAsker(answer) ? (askedBy.get(parentId ?? '') ?? null) : agent,
      createdAt,
      isOpen,
      reachedModel: reached.has(id),
      ledgers: isSummary ? ledgersNamed(texts.get(id) ?? '') : [],
    }
  })
