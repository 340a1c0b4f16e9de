import type { Either } from 'fp-ts/lib/Either.js'
import * as E from 'fp-ts/lib/Either.js'
import type { Option } from 'fp-ts/lib/Option.js'
import * as O from 'fp-ts/lib/Option.js'
import {
  type DecisionRequest,
  type KnownSession,
  MonotonicKey,
  type RegistryBundle,
  SessionInfo,
  type SessionInfoFailure,
  SwitchStream,
} from '@active-mode/core'
import { type Deadline, pluginFailed } from '../request/deadline.js'
import type { MessagePage } from './decodeMessages.js'
import { streamOf } from './decodeMessages.js'
import type { SessionSource } from './Ports.js'
import { type Witness, witnessStream } from './Witness.js'

/** What a request is decided from. */
export interface Evidence {
  readonly request: DecisionRequest
  /** The user message that the request answers, where its own stored record says so. */
  readonly answers: string | null
}

/** What was seen of a request while it was prepared. */
export interface Seen {
  readonly witness: Option<Witness>
  /** Whether the harness was seen to store the witness. If not, another plugin may have put it among the messages. */
  readonly isStored: boolean
}

/**
 * Asks for what the decision needs beside the registry, and for no more (design 6):
 *
 * - No registry: nothing is asked, since nothing could change the outcome (row 1).
 * - The session is asked first, for at most half of the time. If it names the agent of a stored witness, that is all.
 * - If it names another, or there is no stored witness, the newest messages are read for the record of this very request.
 * - If it does not answer, they are read for the fallback, with the switches.
 */
export const gatherEvidence = async (
  session: SessionSource,
  bundle: RegistryBundle,
  deadline: Deadline,
  sessionId: string,
  { witness, isStored }: Seen,
): Promise<Evidence> => {
  const seen = witnessStream(sessionId, witness)
  if (bundle._tag === 'absent') return evidence(notAsked(sessionId), bundle, seen)

  const fallBack = async (failure: SessionInfoFailure, page?: Page): Promise<Evidence> => {
    const ms = deadline.left()
    const [messages, switches] = await Promise.all([
      page ?? session.page(sessionId, ms),
      session.switches(sessionId, failure, ms),
    ])
    return evidence(SessionInfo.unknown(sessionId, failure), bundle, streamOf(sessionId, messages, switches))
  }

  /**
   * The request's own record decides. Without one, a witness that is on the page, or for which no page could be had, is evidence
   * against the session (row 4). A witness that the page does not hold is dropped.
   */
  const readOwnRecord = async (known: KnownSession): Promise<Evidence> => {
    const page = await session.page(sessionId, deadline.left())
    const open = E.isRight(page) ? page.right.open : null
    if (open !== null)
      return evidence(SessionInfo.request(sessionId, open.agent), bundle, SwitchStream.unread, answeredBy(open))
    return O.isSome(witness) && (E.isLeft(page) || isOnPage(page.right, witness.value))
      ? evidence(known, bundle, seen)
      : fallBack(noWitness, page)
  }

  try {
    const sessionInfo = await session.info(sessionId, Math.min(deadline.ms / 2, deadline.left()))
    if (sessionInfo._tag === 'unknown') return await fallBack(sessionInfo.failure)
    return sessionInfo._tag === 'request' || (isStored && isWitnessed(sessionInfo, witness))
      ? evidence(sessionInfo, bundle, seen)
      : await readOwnRecord(sessionInfo)
  } catch (error) {
    return evidence(notAsked(sessionId), pluginFailed(error), SwitchStream.unread)
  }
}

type Page = Either<string, MessagePage>

const evidence = (
  sessionInfo: SessionInfo,
  bundle: RegistryBundle,
  switchStream: SwitchStream,
  answers: string | null = null,
): Evidence => ({ request: { sessionInfo, bundle, switchStream }, answers })

const isWitnessed = ({ agent }: KnownSession, witness: Option<Witness>): boolean =>
  O.isSome(witness) && witness.value.record.agent === agent

const isOnPage = ({ records }: MessagePage, { record }: Witness): boolean =>
  records.some(({ key }) => MonotonicKey.Eq.equals(key, record.key))

const answeredBy = ({ answers }: NonNullable<MessagePage['open']>): string | null =>
  answers?._tag === 'message-id' ? answers.value : null

const notAsked = (sessionId: string): SessionInfo =>
  SessionInfo.unknown(sessionId, { _tag: 'call-failed', status: null, code: 'not-asked' })

/** The session's selection alone is no evidence of a request: it needs a witness or a record beside it. */
const noWitness: SessionInfoFailure = { _tag: 'call-failed', status: null, code: 'no-witness' }
