import type { AgentRecord, RegistryBundle, SessionInfo, SwitchStream } from '@active-mode/core'
import { referencePosture } from '@active-mode/fixtures'
import { renderBlock } from '@active-mode/harness-adapter/library'
import { isTurnOnWire, type WireRequest } from '@active-mode/lab/harness'
import { blocksReceived } from './blocksReceived.js'
import type { Verdict } from './Verdict.js'

/**
 * Judges a request by what the model received with it. What it had to carry follows from the agent that the harness made
 * it for, which the wire tells, and from the registry, by the second statement of the rule. `selected` is the agent that the session
 * has selected, `null` if none; where that is not the agent of the request, the evidence conflicts: the record of the request settles
 * it, or the block says so. Without a conflict a block that says so is wrong. `sample` is what the project's instructions hold: it has to
 * be there in every turn, to the byte, and is no block.
 */
export const judge = (
  request: WireRequest,
  bundle: RegistryBundle,
  selected: string | null,
  sample: string | null = null,
): Verdict => {
  const agent = request.agent ?? '(unknown)'
  const session = request.session ?? '(none)'
  const turn = isTurnOnWire(request)
  const blockVia = (_tag: Exclude<SessionInfo['_tag'], 'unknown'>): string | null =>
    turn ? renderBlock(referencePosture({ _tag, sessionId: session, agent }, bundle, { _tag: 'unread' }), bundle) : null
  const expected = blockVia('known')
  const received = blocksReceived(request, turn ? sample : null)
  const [block, ...more] = received
  const recorded = recordAgentIn(block)
  const isConflict = turn && selected !== null && selected !== agent
  const isDoubtDue = isConflict && recorded !== null && block === conflictBlock(selected, recorded, bundle)
  // A block from the session alone would be a guess where the session has another agent selected.
  const isDue = block !== undefined && (block === blockVia('request') || (!isConflict && block === expected))
  const outcome =
    block === undefined
      ? expected === null
        ? 'right'
        : 'missing'
      : more.length > 0
        ? 'wrong'
        : isDue
          ? 'right'
          : isDoubtDue
            ? 'doubt'
            : expected === null
              ? 'spurious'
              : 'wrong'
  return {
    outcome,
    agent,
    session,
    turn,
    isConflict,
    via: viaOf(block),
    witnessRight: recorded === agent,
    selected,
    expected,
    received,
  }
}

/** What a block's stamp names as the evidence; `null` without a stamp. */
export const viaOf = (block: string | undefined): string | null =>
  /^stamp: .* via=(\S+) registry=/m.exec(block ?? '')?.[1] ?? null

/** The agent of the newest record, as a block that tells of a conflict names it. */
const recordAgentIn = (block: string | undefined): string | null =>
  /^reason: the session says agent `[^`]*` .*, its newest record agent `([^`]*)` /m.exec(block ?? '')?.[1] ?? null

/** What a request has to be told whose session says one agent and whose record another. */
const conflictBlock = (sessionAgent: string, recordAgent: string, bundle: RegistryBundle): string | null => {
  const record: AgentRecord = {
    kind: 'user',
    agent: recordAgent,
    key: { _tag: 'message-id', value: 'msg_0' },
    answers: null,
  }
  const stream: SwitchStream = { _tag: 'records', store: 'ses_a', records: [record] }
  return renderBlock(
    referencePosture({ _tag: 'known', sessionId: 'ses_a', agent: sessionAgent }, bundle, stream),
    bundle,
  )
}
