import type { RegistryBundle } from '@active-mode/core'
import { referencePosture } from '@active-mode/fixtures'
import { renderBlock } from '@active-mode/harness-adapter/library'
import type { WireRequest } from '@active-mode/lab/harness'
import { blocksReceived } from '../blocksReceived.js'
import { viaOf } from '../judge.js'
import type { Verdict } from '../Verdict.js'

/** Whether a request of the second generation is one that carries a director's block: a turn's, or one beside the turns. */
export const carriesBlock = ({ kind }: WireRequest): boolean => kind !== 'title' && kind !== 'compaction'

/**
 * Judges a request of the second generation by what the model received with it. The harness always names the request's agent, so there is
 * no doubt to be had: due is the one block of that agent, by the second statement of the rule, to the byte. `sample` is what a neighbour
 * shows of a block: it has to be there as well, and is none.
 */
export const judge2 = (request: WireRequest, bundle: RegistryBundle, sample: string | null = null): Verdict => {
  const agent = request.agent ?? '(unknown)'
  const session = request.session ?? '(none)'
  const turn = carriesBlock(request)
  const expected = turn
    ? renderBlock(referencePosture({ _tag: 'request', sessionId: session, agent }, bundle, { _tag: 'unread' }), bundle)
    : null
  const received = blocksReceived(request, turn ? sample : null)
  const [block, ...more] = received
  const outcome =
    block === undefined
      ? expected === null
        ? 'right'
        : 'missing'
      : expected === null
        ? 'spurious'
        : block === expected && more.length === 0
          ? 'right'
          : 'wrong'
  return {
    outcome,
    agent,
    session,
    turn,
    isConflict: false,
    via: viaOf(block),
    witnessRight: true,
    selected: null,
    expected,
    received,
  }
}
