import type { AgentRecord, RegistryBundle, SwitchStream } from '@active-mode/core'
import { referencePosture } from '@active-mode/fixtures'
import { blocksOnWire, headingsOnWire, isTurnOnWire, type WireRequest } from '@active-mode/fixtures/harness'
import { renderBlock } from '@active-mode/harness-adapter/library'
import type { Verdict } from './Verdict.js'

/**
 * Judges a request by what the model received with it. What it had to carry follows from the agent that the harness made
 * it for, which the wire tells, and from the registry, by the second statement of the rule. A block that says that the
 * evidence conflicts is excused only if it did: `selected` is the agent that the session has selected, `null` if none, and
 * a conflict is due where that is not the agent of the request.
 */
export const judge = (request: WireRequest, bundle: RegistryBundle, selected: string | null): Verdict => {
  const agent = request.agent ?? '(unknown)'
  const session = request.session ?? '(none)'
  const turn = isTurnOnWire(request)
  const posture = referencePosture({ _tag: 'known', sessionId: session, agent }, bundle, { _tag: 'unread' })
  const expected = turn ? renderBlock(posture, bundle) : null
  const received = blocksIn(request)
  const [block, ...more] = received
  const recorded = recordAgentIn(block)
  const isDue = turn && selected !== null && selected !== agent && recorded !== null && block === conflictBlock(selected, recorded, bundle)
  const outcome = block === undefined ? (expected === null ? 'right' : 'missing') : more.length > 0 ? 'wrong' : outcomeOf(block, expected, isDue)
  return { outcome, agent, session, turn, witnessRight: recorded === agent, selected, expected, received }
}

const outcomeOf = (block: string, expected: string | null, isConflictDue: boolean): Verdict['outcome'] =>
  block === expected ? 'right' : isConflictDue ? 'conflict' : expected === null ? 'spurious' : 'wrong'

/** The agent of the newest record, as a block that tells of a conflict names it. */
const recordAgentIn = (block: string | undefined): string | null =>
  /^reason: the session says agent `[^`]*` .*, its newest record agent `([^`]*)` /m.exec(block ?? '')?.[1] ?? null

/** What a request has to be told whose session says one agent and whose record another. */
const conflictBlock = (sessionAgent: string, recordAgent: string, bundle: RegistryBundle): string | null => {
  const record: AgentRecord = { kind: 'user', agent: recordAgent, key: { _tag: 'message-id', value: 'msg_0' }, answers: null }
  const stream: SwitchStream = { _tag: 'records', store: 'ses_a', records: [record] }
  return renderBlock(referencePosture({ _tag: 'known', sessionId: 'ses_a', agent: sessionAgent }, bundle, stream), bundle)
}

/** Every block, and any heading that begins none. */
const blocksIn = (request: WireRequest): ReadonlyArray<string> => {
  const blocks = blocksOnWire(request)
  const headings = headingsOnWire(request)
  return headings === blocks.length ? blocks : [...blocks, ...Array.from({ length: headings - blocks.length }, () => '(a heading without a block)')]
}
