import { textOf } from '../Fields.js'
import { ledgersNamed, type StoreSwitch, type StoreTurn } from './StoreSession.js'

/** A message of the store of the harness 2.x, as far as the audit looks at it. */
export interface StoreMessage2 {
  readonly id: string
  readonly createdAt: number
  readonly type: string
  /** Of an assistant message the agent of its last request, of a switch the new agent. */
  readonly agent: string | null
  /** Of a switch, the agent before it. */
  readonly previous: string | null
  /** Of a switch, the names of what the program that made it noted. */
  readonly metadata: ReadonlyArray<string>
  /** Of a compaction: `running`, `completed` or `failed`. */
  readonly status: string | null
  /** Of a compaction. */
  readonly summary: string | null
  readonly isOpen: boolean
  /** Whether anything of an answer came. */
  readonly isAnswered: boolean
}

/** What a stored answer says of how far it came. */
interface AnswerFacts {
  readonly hasStreamed: boolean
  readonly isCompleted: boolean
  /** Whether it says how it ended, as all do that a model gave; a shell command of a person does not. */
  readonly hasFinish: boolean
  readonly isFailed: boolean
  readonly pieces: number
}

/** A message as an export or a database has it, before it is known which of its texts are there. */
interface GivenMessage2 extends Pick<StoreMessage2, 'id' | 'createdAt' | 'type' | 'metadata'> {
  readonly agent: unknown
  readonly previous: unknown
  readonly status: unknown
  readonly summary: unknown
}

/** A message of the store, with whether its answer is still being given, and whether anything of it came. */
export const storeMessage2 = (
  { id, createdAt, type, agent, previous, metadata, status, summary }: GivenMessage2,
  { hasStreamed, isCompleted, hasFinish, isFailed, pieces }: AnswerFacts,
): StoreMessage2 => {
  const isOpen = !isCompleted && !isFailed
  return {
    id,
    createdAt,
    type,
    agent: textOf(agent),
    previous: textOf(previous),
    metadata,
    status: textOf(status),
    summary: textOf(summary),
    isOpen,
    isAnswered: hasStreamed || (pieces > 0 && (hasFinish || isOpen)) || (hasFinish && !isFailed),
  }
}

/** What is known of a session of the harness 2.x beside its messages. */
export interface Session2Facts {
  /** The agent that is selected now; `null` where none ever was. */
  readonly agent: string | null
  readonly isFork: boolean
}

/** The ids that a fork of the harness 2.x gives to what it copies: one id for all, and the place of each. */
const copiedId = /^msg_[0-9A-Za-z]+_\d+$/

/**
 * The turns of a session of the harness 2.x from its messages, in their order. Each assistant message is one step, however often its
 * request was tried. A compaction names no agent: it is for the one that was in force, by the messages before it, else by those behind.
 */
export const storeSteps = (
  messages: ReadonlyArray<StoreMessage2>,
  { agent: selected, isFork }: Session2Facts,
): ReadonlyArray<StoreTurn> => {
  const [firstSwitch] = messages.filter(({ type }) => type === 'agent-switched')
  let inForce = firstSwitch === undefined ? selected : firstSwitch.previous
  let asked: string | null = null
  const turns: StoreTurn[] = []
  for (const { id, createdAt, type, agent, status, summary, isOpen, isAnswered } of messages) {
    if (type === 'user' || type === 'synthetic') asked = id
    if (type === 'agent-switched' || type === 'assistant') inForce = agent ?? inForce
    const common = { id, answers: asked, isStep: true, isCopy: isFork && copiedId.test(id), createdAt }
    if (type === 'assistant')
      turns.push({ ...common, kind: 'turn', agent, isOpen, reachedModel: isAnswered, ledgers: [] })
    if (type === 'compaction')
      turns.push({
        ...common,
        kind: 'compaction',
        agent: inForce,
        isOpen: status === 'running',
        reachedModel: status === 'completed',
        ledgers: ledgersNamed(summary ?? ''),
      })
  }
  return turns
}

/**
 * The changes of the agent in a session of the harness 2.x: each selection is a record of its own. Neither the harness nor its screens
 * note anything on it, so that what a record carries beside its agents is the mark of a program.
 */
export const stepSwitches = (
  messages: ReadonlyArray<StoreMessage2>,
  { isFork }: Pick<Session2Facts, 'isFork'>,
): ReadonlyArray<StoreSwitch> =>
  messages.flatMap(({ id, createdAt, type, agent, previous, metadata }) =>
    type !== 'agent-switched' || agent === null || previous === null || agent === previous
      ? []
      : [
          {
            messageId: id,
            at: createdAt,
            from: previous,
            to: agent,
            isCopy: isFork && copiedId.test(id),
            mark: metadata.length === 0 ? null : `metadata: ${metadata.join(', ')}`,
          },
        ],
  )
