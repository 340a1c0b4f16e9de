import { isDirecting, type Posture, type PostureSummary, type RegistryBundle } from '@active-mode/core'
import { nearMisses } from '../registry/nearMisses.js'
import { codeSpan } from '../show/showId.js'
import { showList } from '../show/showList.js'
import { ours, type Shown, shown } from '../show/Shown.js'
import { showReason } from '../show/showReason.js'

/** A change of posture, for a person: a line in the log, and a toast where it should be noticed at once. */
export interface Notice {
  readonly level: 'info' | 'warn'
  readonly message: string
  readonly toast: boolean
}

/**
 * The last posture of a session that was reported, and the last one that was not `unresolvable`. The second lets us notice that a
 * director was left even when an unresolvable posture came in between.
 */
export interface Reported {
  readonly posture: PostureSummary
  readonly resolved: PostureSummary | null
}

/** The next report, given the previous one (`null` if there is none). */
export const reportAfter = (previous: Reported | null, posture: PostureSummary): Reported => ({
  posture,
  resolved: posture._tag === 'unresolvable' ? (previous?.resolved ?? null) : posture,
})

/**
 * The notice when a session's posture was `previous` (`null`: none yet) and now is `next`; none while it stays the same. Leaving a
 * director posture, a degraded and an unresolvable one are noticed at once (design 6). The registry is needed to say what
 * the agents of a conflict bind.
 */
export const noticeOf = (previous: Reported | null, next: PostureSummary, bundle: RegistryBundle): Notice | null => {
  const now = describePosture(next, bundle)
  if (previous === null)
    return next._tag === 'copilot' ? null : { level: levelOf(next), message: now, toast: next._tag !== 'director' }
  const before = describePosture(previous.posture, bundle)
  if (before === now) return null
  const left =
    next._tag === 'copilot' && previous.resolved !== null && isDirecting(previous.resolved) ? previous.resolved : null
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

/** A posture in a few words. A person sees a change where these differ; another digest of the registry is none. */
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

/**
 * What to say where the id of an agent without a block is close to one that binds a mode. A near miss never binds: it is pointed out.
 * `known` are the agents that the harness has, `null` where nobody knows.
 */
export const nearMissNotice = (
  posture: Posture,
  bundle: RegistryBundle,
  known: ReadonlyArray<string> | null,
): string | null => {
  if (posture._tag !== 'copilot' || posture.reason._tag !== 'agent-unbound' || bundle._tag !== 'staged') return null
  const { agent } = posture.reason
  const claimed = [
    ...bundle.modes.flatMap((mode) => [mode.agent, ...mode.aliases]),
    ...bundle.broken.flatMap(({ claims }) => claims ?? []),
  ]
  const near = nearMisses(agent, claimed, known)
  return near.length === 0
    ? null
    : `agent ${codeSpan(agent)} binds no mode and gets no block; it is close to ${near.slice(0, mostNamed).map(codeSpan).join(', ')}, and ids are compared exactly`
}

/** The most ids that are named as close. */
const mostNamed = 3
