import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as O from 'fp-ts/lib/Option.js'
import type { ReadonlyNonEmptyArray } from 'fp-ts/lib/ReadonlyNonEmptyArray.js'
import * as RNEA from 'fp-ts/lib/ReadonlyNonEmptyArray.js'
import type { Posture, Unresolvable } from './model/Posture.js'
import type { RegistryBundle, StagedRegistry } from './model/RegistryBundle.js'
import type { SessionInfo } from './model/SessionInfo.js'
import type { SwitchStream } from './model/SwitchStream.js'
import type { UnresolvableReason } from './model/UnresolvableReason.js'
import { bindAgent } from './step/bindAgent.js'
import { resolveAgent } from './step/resolveAgent.js'
import { versionGaps } from './step/versionGaps.js'

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
      return { _tag: 'copilot', reason: { _tag: 'registry-absent' } }
    case 'unreadable':
      return unresolvable([{ _tag: 'registry-unreadable', detail: bundle.detail }])
    case 'staged':
      return pipe(
        RNEA.fromReadonlyArray(versionGaps(bundle.floors)),
        O.match(() => decideStaged(sessionInfo, bundle, switchStream), unresolvable),
      )
  }
}

const decideStaged = (sessionInfo: SessionInfo, registry: StagedRegistry, switchStream: SwitchStream): Posture =>
  pipe(
    resolveAgent(registry, sessionInfo, switchStream),
    E.matchW(
      (reason) => unresolvable([reason]),
      (resolved) => bindAgent(registry, resolved),
    ),
  )

const unresolvable = (reasons: ReadonlyNonEmptyArray<UnresolvableReason>): Unresolvable => ({
  _tag: 'unresolvable',
  reasons,
})
