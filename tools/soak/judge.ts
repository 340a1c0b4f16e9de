import type { RegistryBundle } from '@active-mode/core'
import { referencePosture } from '@active-mode/fixtures'
import { blocksOnWire, headingsOnWire, isTurnOnWire, type WireRequest } from '@active-mode/fixtures/harness'
import { renderBlock } from '@active-mode/harness-adapter/library'
import type { Verdict } from './Verdict.js'

/**
 * Judges a request by what the model received with it. What it had to carry follows from the agent that the harness made
 * it for, which the wire tells, and from the registry, by the second statement of the rule.
 */
export const judge = (request: WireRequest, bundle: RegistryBundle): Verdict => {
  const agent = request.agent ?? '(unknown)'
  const session = request.session ?? '(none)'
  const turn = isTurnOnWire(request)
  const posture = referencePosture({ _tag: 'known', sessionId: session, agent }, bundle, { _tag: 'unread' })
  const expected = turn ? renderBlock(posture, bundle) : null
  const received = blocksIn(request)
  const witnessRight = received.some((block) => block.includes(`its newest record agent \`${agent}\``))
  return { outcome: outcomeOf(expected, received, turn), agent, session, turn, witnessRight, expected, received }
}

const outcomeOf = (expected: string | null, received: ReadonlyArray<string>, turn: boolean): Verdict['outcome'] => {
  const [block, ...more] = received
  if (block === undefined) return expected === null ? 'right' : 'missing'
  if (more.length > 0) return 'wrong'
  if (block === expected) return 'right'
  if (turn && isConflict(block)) return 'conflict'
  return expected === null ? 'spurious' : 'wrong'
}

/** The session's selection and the request's own record differ, and the block says so. */
const isConflict = (block: string): boolean => /^reason: the session says agent /m.test(block)

/** Every block, and any heading that begins none. */
const blocksIn = (request: WireRequest): ReadonlyArray<string> => {
  const blocks = blocksOnWire(request)
  const headings = headingsOnWire(request)
  return headings === blocks.length ? blocks : [...blocks, ...Array.from({ length: headings - blocks.length }, () => '(a heading without a block)')]
}
