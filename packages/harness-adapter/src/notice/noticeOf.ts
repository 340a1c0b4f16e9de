import { isDirecting, type PostureSummary, type RegistryBundle } from '@active-mode/core'
import { codeSpan } from '../show/showId.js'
import { showList } from '../show/showList.js'
import { ours, type Shown, shown } from '../show/Shown.js'
import { showReason } from '../show/showReason.js'
import type { Told } from './Told.js'

/** What a person is told of a change of posture: a line in the log, and on the screen where it should be noticed at once. */
export interface Notice {
  readonly level: 'info' | 'warn'
  readonly message: string
  readonly toast: boolean
}

/**
 * What there is to say when a session's posture was `previous` (none yet: `null`) and now is `next`: nothing while it
 * stays the same. Leaving a director posture, a degraded and an unresolvable one are noticed at once (design 6). The
 * registry tells what the agents of a conflict bind.
 */
export const noticeOf = (previous: Told | null, next: PostureSummary, bundle: RegistryBundle): Notice | null => {
  const now = describePosture(next, bundle)
  if (previous === null)
    return next._tag === 'copilot' ? null : { level: levelOf(next), message: now, toast: next._tag !== 'director' }
  const before = describePosture(previous.posture, bundle)
  if (before === now) return null
  const left =
    next._tag === 'copilot' && previous.settled !== null && isDirecting(previous.settled) ? previous.settled : null
  return left === null
    ? {
        level: levelOf(next),
        message: `was ${before}, now ${now}`,
        toast: next._tag === 'degraded' || next._tag === 'unresolvable',
      }
    : {
        level: 'warn',
        message: `no longer ${describePosture(left, bundle)}: now ${now}. If nobody meant this, choose the director agent again.`,
        toast: true,
      }
}

const levelOf = ({ _tag }: PostureSummary): Notice['level'] =>
  _tag === 'degraded' || _tag === 'unresolvable' ? 'warn' : 'info'

/** A posture in a few words. Postures that are told apart here are told apart to a person; the registry's digest is not. */
const describePosture = (posture: PostureSummary, bundle: RegistryBundle): Shown => {
  switch (posture._tag) {
    case 'director':
      return shown`director of mode ${codeSpan(posture.mode)} (agent ${codeSpan(posture.agent)})`
    case 'degraded':
      return shown`degraded director of mode ${codeSpan(posture.mode)} (agent ${codeSpan(posture.agent)}), without ${ours(posture.missing.map(({ part, why }) => `${codeSpan(part)} (${why})`).join(', '))}`
    case 'copilot':
      return posture.reason._tag === 'agent-unbound'
        ? shown`copilot (agent ${codeSpan(posture.reason.agent)})`
        : ours('copilot (no registry)')
    case 'unresolvable':
      return shown`unresolvable: ${showList(
        posture.reasons,
        (reason) => shown`${ours(reason._tag)} (${showReason(reason, bundle)})`,
        { separator: '; ', bytes: reasonBytes, cut: { one: 'reason', many: 'reasons', where: '' } },
      )}`
  }
}

/** The most that the reasons take in a line for people, in bytes. */
const reasonBytes = 512
