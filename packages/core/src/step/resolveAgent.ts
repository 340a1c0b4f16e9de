import type { Either } from 'fp-ts/lib/Either.js'
import * as E from 'fp-ts/lib/Either.js'
import { constant, pipe } from 'fp-ts/lib/function.js'
import type { Via } from '../Posture.js'
import type { UnresolvableReason } from '../Reason.js'
import type { StagedRegistry } from '../Registry.js'
import type { SessionInfo } from '../SessionInfo.js'
import type { SwitchStream } from '../SwitchStream.js'
import { evidenceConflict } from './evidenceConflict.js'
import { resolveFallback } from './resolveFallback.js'

/** The agent of this request, and the evidence that named it. */
export interface ResolvedAgent {
  readonly agent: string
  readonly via: Via
}

/** The agent in force: the request's own where the harness names it, else the session's where no newer record names another, else that of the fallback (rows 3a to 11). */
export const resolveAgent = (
  registry: StagedRegistry,
  sessionInfo: SessionInfo,
  stream: SwitchStream,
): Either<UnresolvableReason, ResolvedAgent> => {
  switch (sessionInfo._tag) {
    case 'request':
      return E.right({ agent: sessionInfo.agent, via: 'request' })
    case 'known':
      return pipe(
        evidenceConflict(registry, sessionInfo.agent, stream),
        E.fromOption(constant<ResolvedAgent>({ agent: sessionInfo.agent, via: 'session-info' })),
        E.swap,
      )
    case 'unknown':
      return pipe(
        resolveFallback(stream),
        E.bimap(
          (fallback) => ({ _tag: 'session-info-failed', failure: sessionInfo.failure, fallback }),
          (agent) => ({ agent, via: 'fallback' }),
        ),
      )
  }
}
