import type { StoreTurn } from './StoreSession.js'

/** A message of the store of the harness 1.x: `info` and the parts as it keeps them, both believed only as far as they are looked at. */
export interface StoreMessage {
  readonly id: string
  readonly createdAt: number
  readonly info: Fields
  readonly parts: ReadonlyArray<Fields>
}

export type Fields = Readonly<Record<string, unknown>>

/** Finds the ledger paths that a summary names. */
export type LedgerFinder = (summary: string) => ReadonlyArray<string>

/** The turns of a session of the harness 1.x from its messages, in their order. User messages only lend their agent. */
export const storeTurns = (
  messages: ReadonlyArray<StoreMessage>,
  ledgersNamed: LedgerFinder,
): ReadonlyArray<StoreTurn> => {
  const askedBy = new Map(
    messages.filter(({ info }) => info['role'] === 'user').map(({ id, info }) => [id, text(info['agent'])]),
  )
  return messages.flatMap(({ id, createdAt, info, parts }) => {
    if (info['role'] !== 'assistant') return []
    const answers = text(info['parentID'])
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
        agent: isCompaction ? asked : (text(info['agent']) ?? text(info['mode']) ?? asked),
        createdAt,
        isOpen: fieldsOf(info['time'])['completed'] === undefined && info['error'] === undefined,
        reachedModel: parts.some(({ type }) => type === 'step-start'),
        ledgers: isCompaction ? ledgersNamed(parts.map(textOf).join('\n')) : [],
      } satisfies StoreTurn,
    ]
  })
}

const textOf = (part: Fields): string => (part['type'] === 'text' ? (text(part['text']) ?? '') : '')

export const text = (u: unknown): string | null => (typeof u === 'string' ? u : null)

/** The fields of an object; none of anything else. */
export const fieldsOf = (u: unknown): Fields =>
  typeof u === 'object' && u !== null && !Array.isArray(u) ? (u as Fields) : {}
