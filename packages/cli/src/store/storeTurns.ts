import { type Fields, fieldsOf, textOf } from '../Fields.js'
import { ledgersNamed, type StoreTurn } from './StoreSession.js'

/** A message of the store of the harness 1.x: `info` and the parts as it keeps them. */
export interface StoreMessage {
  readonly id: string
  readonly createdAt: number
  readonly info: Fields
  readonly parts: ReadonlyArray<Fields>
}

/** The turns of a session of the harness 1.x from its messages, in their order. A user message only tells its agent. */
export const storeTurns = (messages: ReadonlyArray<StoreMessage>): ReadonlyArray<StoreTurn> => {
  const askedBy = new Map(
    messages.filter(({ info }) => info['role'] === 'user').map(({ id, info }) => [id, textOf(info['agent'])]),
  )
  return messages.flatMap(({ id, createdAt, info, parts }) => {
    if (info['role'] !== 'assistant') return []
    const answers = textOf(info['parentID'])
    const isCompaction = info['summary'] === true
    const asked = answers === null ? null : (askedBy.get(answers) ?? null)
    return [
      {
        id,
        answers,
        isStep: false,
        isCopy: false,
        kind: isCompaction ? 'compaction' : 'turn',
        // Older harnesses name the agent of an answer `mode`.
        agent: isCompaction ? asked : (textOf(info['agent']) ?? textOf(info['mode']) ?? asked),
        createdAt,
        isOpen: fieldsOf(info['time'])['completed'] === undefined && info['error'] === undefined,
        reachedModel: parts.some(({ type }) => type === 'step-start'),
        ledgers: isCompaction ? ledgersNamed(parts.map(proseOf).join('\n')) : [],
      } satisfies StoreTurn,
    ]
  })
}

const proseOf = (part: Fields): string => (part['type'] === 'text' ? (textOf(part['text']) ?? '') : '')
