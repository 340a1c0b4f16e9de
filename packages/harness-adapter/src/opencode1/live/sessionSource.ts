import type { Either } from 'fp-ts/lib/Either.js'
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { type AgentRecord, type CallFailed, SessionInfo, type TimedOut } from '@active-mode/core'
import type { HarnessClient } from '../HarnessClient.js'
import { pageOf } from '../pageOf.js'
import { sessionInfoOf } from '../sessionInfoOf.js'
import type { SessionSource } from '../SessionSource.js'
import { switchesOf } from '../switchesOf.js'
import { askHarness } from './askHarness.js'

/** The newest page of messages. The open assistant message of the request itself is among them. */
const pageLength = 10

/** Asks the harness of a session. */
export const sessionSource = (client: HarnessClient | undefined): SessionSource =>
  client === undefined ? withoutClient : { info: info(client), page: page(client), switches: switches(client) }

const noClient = E.left('the harness gave no client')

const withoutClient: SessionSource = {
  info: async (sessionId) => SessionInfo.unknown(sessionId, { _tag: 'no-client' }),
  page: async () => noClient,
  switches: async () => noClient,
}

const info =
  (client: HarnessClient): SessionSource['info'] =>
  async (sessionId, ms) =>
    pipe(
      await askHarness(ms, () => client.session.get({ path: { id: sessionId } })),
      E.match(
        (failure) => SessionInfo.unknown(sessionId, failure),
        (data) => sessionInfoOf(sessionId, data),
      ),
    )

const page =
  (client: HarnessClient): SessionSource['page'] =>
  async (sessionId, ms) =>
    pipe(
      await askHarness(ms, () => client.session.messages({ path: { id: sessionId }, query: { limit: pageLength } })),
      E.mapLeft(describe),
      E.chain(pageOf),
    )

/**
 * A switch shows in the session info of every harness that takes one, so info without an agent says that there was none. Then the
 * harness is not asked, since an old one passes a route that it does not know on to its web app.
 */
const switches =
  (client: HarnessClient): SessionSource['switches'] =>
  async (sessionId, failure, ms) => {
    const transport = client._client
    return failure._tag === 'no-agent' || transport === undefined
      ? noSwitches
      : pipe(
          await askHarness(ms, () => transport.get({ url: `/api/session/${encodeURIComponent(sessionId)}/message` })),
          E.match((failed) => (isMissingRoute(failed) ? noSwitches : E.left(describe(failed))), switchesOf),
        )
  }

const noSwitches: Either<string, ReadonlyArray<AgentRecord>> = E.right([])

const isMissingRoute = (failure: CallFailed | TimedOut): boolean =>
  failure._tag === 'call-failed' && failure.status === 404

const describe = (failure: CallFailed | TimedOut): string =>
  failure._tag === 'timed-out'
    ? 'no answer in time'
    : `the call failed: ${failure.status === null ? '' : `status ${failure.status}, `}${failure.code}`
