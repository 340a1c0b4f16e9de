import { ledgersNamed, type StoreTurn } from './StoreSession.js'

/** A message of the store of the harness 1.x, as far as the audit looks at it. */
export interface StoreMessage {
  readonly id: string
  readonly createdAt: number
  readonly role: unknown
  readonly agent: string | null
  /** Older harnesses name the agent of an answer so. */
  readonly mode: string | null
  /** The message that it answers. */
  readonly parentId: string | null
  /** Whether it is the summary of a compaction. */
  readonly isSummary: boolean
  readonly isOpen: boolean
}

/** What the parts of a message say. */
export interface MessageParts {
  readonly hasStep: boolean
  /** Of a summary. */
  readonly text: string
}

/** The turns of a session of the harness 1.x from its messages, in their order. A user message only tells its agent. */
export const storeTurns = (
  messages: ReadonlyArray<StoreMessage>,
  partsOf: (messageId: string) => MessageParts,
): ReadonlyArray<StoreTurn> => {
  const askedBy = new Map<string, string | null>()
  for (const { id, role, agent } of messages) if (role === 'user') askedBy.set(id, agent)
  return messages.flatMap(({ id, createdAt, role, agent, mode, parentId, isSummary, isOpen }) => {
    if (role !== 'assistant') return []
    const asked = parentId === null ? null : (askedBy.get(parentId) ?? null)
    const { hasStep, text } = partsOf(id)
    return [
      {
        id,
        answers: parentId,
        isStep: false,
        isCopy: false,
        kind: isSummary ? 'compaction' : 'turn',
        agent: isSummary ? asked : (agent ?? mode ?? asked),
        createdAt,
        isOpen,
        reachedModel: hasStep,
        ledgers: isSummary ? ledgersNamed(text) : [],
      } satisfies StoreTurn,
    ]
  })
}
