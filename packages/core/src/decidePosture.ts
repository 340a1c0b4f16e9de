import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as O from 'fp-ts/lib/Option.js'
import * as RNEA from 'fp-ts/lib/ReadonlyNonEmptyArray.js'
import type { DecisionRequest } from './DecisionRequest.js'
import { copilot, type Posture, unresolvable } from './Posture.js'
import type { RegistryBundle, StagedRegistry } from './Registry.js'
import { known, type SessionInfo } from './SessionInfo.js'
import { bindAgent } from './step/bindAgent.js'
import { resolveAgent } from './step/resolveAgent.js'
import { versionGaps } from './step/versionGaps.js'
import { type SwitchStream, unread } from './SwitchStream.js'

/**
 * Decides what a session is for one request, from what the harness says of the session, the registry of modes, and
 * the records of which agent spoke. Total and deterministic: every input has exactly one outcome, and where the
 * evidence does not suffice the outcome says which evidence. The rule is table 3.1 of the design; `docs/decision-table.md`
 * shows it for people.
 */
export const decidePosture = (
  sessionInfo: SessionInfo,
  bundle: RegistryBundle,
  switchStream: SwitchStream,
): Posture => {
  switch (bundle._tag) {
    case 'absent':
      return copilot({ _tag: 'registry-absent' })
    case 'unreadable':
      return unresolvable([{ _tag: 'registry-unreadable', detail: bundle.detail }])
    case 'staged':
      return pipe(
        RNEA.fromReadonlyArray(versionGaps(bundle.floors)),
        O.match(() => decideStaged(bundle, sessionInfo, switchStream), unresolvable),
      )
  }
}

/** Decides a request that is one value, as logs, vectors and tools have it. */
export const decide = ({ sessionInfo, bundle, switchStream }: DecisionRequest): Posture =>
  decidePosture(sessionInfo, bundle, switchStream)

/** What a session is in a registry whose agent is known and undisputed: its place in the binding map (rows 1 to 3, 5 and 12 to 16). */
export const postureOf =
  (bundle: RegistryBundle) =>
  (agent: string): Posture =>
    decidePosture(known('', agent), bundle, unread)

const decideStaged = (registry: StagedRegistry, sessionInfo: SessionInfo, switchStream: SwitchStream): Posture =>
  pipe(
    resolveAgent(registry, sessionInfo, switchStream),
    E.matchW((reason) => unresolvable([reason]), bindAgent(registry)),
  )
