import * as E from 'fp-ts/lib/Either.js'
import type { Option } from 'fp-ts/lib/Option.js'
import * as O from 'fp-ts/lib/Option.js'
import {
  type DecisionRequest,
  type KnownSession,
  MonotonicKey,
  RegistryBundle,
  SessionInfo,
  type SessionInfoFailure,
  SwitchStream,
} from '@active-mode/core'
import type { MessagePage } from '../opencode1/pageOf.js'
import type { Witness } from '../opencode1/preparationOf.js'
import { streamOf, witnessStream } from '../opencode1/streamOf.js'
import type { Deadline } from './deadline.js'
import type { Ports } from './Ports.js'

/** What a request is decided from. */
export interface Evidence {
  readonly request: DecisionRequest
  /** The user message that the request answers, where its own stored record says so. */
  readonly answers: string | null
}

/** What was seen of a request while it was prepared. */
export interface Seen {
  readonly witness: Option<Witness>
  /** Whether the harness was seen to store the witness: another plugin may have put it among the messages. */
  readonly isStored: boolean
}

/**
 * The registry, at once where it stands as it was read; unreadable where reading it takes longer than `ms` milliseconds, or
 * goes wrong in a way nobody foresaw: no silence, since a director may be running.
 */
export const registryWithin = (
  { registry, clock }: Pick<Ports, 'registry' | 'clock'>,
  ms: number,
): RegistryBundle | Promise<RegistryBundle> => {
  try {
    return (
      registry.current() ?? clock.within(ms, registry.snapshot(), () => RegistryBundle.unreadable('not read in time'))
    )
  } catch (error) {
    return failed(error)
  }
}

/**
 * Asks for what the decision needs beside the registry, and for no more: the session, only where a registry is staged, which
 * may take half of the time. Where it names the agent of a stored witness, that is all. Where it names another, or there is no such
 * witness, the newest page of messages is read for the record of this very request. Where it did not answer, that page is the fallback.
 */
export const gatherEvidence = async (
  session: Ports['session'],
  bundle: RegistryBundle,
  deadline: Deadline,
  sessionId: string,
  { witness, isStored }: Seen,
): Promise<Evidence> => {
  if (bundle._tag === 'absent') return evidence(notAsked(sessionId), bundle, witnessStream(sessionId, witness))
  const fallback = async (failure: SessionInfoFailure, page?: Page): Promise<Evidence> => {
    const ms = deadline.left()
    const [messages, switches] = await Promise.all([
      page ?? session.page(sessionId, ms),
      session.switches(sessionId, failure, ms),
    ])
    return evidence(SessionInfo.unknown(sessionId, failure), bundle, streamOf(sessionId, messages, switches))
  }
  /** Without the request's own record a witness that the page holds, or that could not be looked for, stays a doubt (row 4). */
  const settle = async (known: KnownSession): Promise<Evidence> => {
    const page = await session.page(sessionId, deadline.left())
    const open = E.isRight(page) ? page.right.open : null
    if (open !== null)
      return evidence(SessionInfo.request(sessionId, open.agent), bundle, SwitchStream.unread, answeredBy(open))
    return O.isSome(witness) && (E.isLeft(page) || isOnPage(page.right, witness.value))
      ? evidence(known, bundle, witnessStream(sessionId, witness))
      : fallback(noWitness, page)
  }
  try {
    const sessionInfo = await session.info(sessionId, Math.min(deadline.ms / 2, deadline.left()))
    if (sessionInfo._tag === 'unknown') return await fallback(sessionInfo.failure)
    return sessionInfo._tag === 'request' || (isStored && isWitnessed(sessionInfo, witness))
      ? evidence(sessionInfo, bundle, witnessStream(sessionId, witness))
      : await settle(sessionInfo)
  } catch (error) {
    return evidence(notAsked(sessionId), failed(error), SwitchStream.unread)
  }
}

type Page = Awaited<ReturnType<Ports['session']['page']>>

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

const failed = (error: unknown): RegistryBundle =>
  RegistryBundle.unreadable(`the plugin failed: ${error instanceof Error ? error.name : 'unknown error'}`)

/** Where no registry was ever staged the session decides nothing (row 1), so the harness is not asked. */
const notAsked = (sessionId: string): SessionInfo =>
  SessionInfo.unknown(sessionId, { _tag: 'call-failed', status: null, code: 'not-asked' })

/** The session's selection alone is no evidence of a request: nothing that was seen of this one bears it out. */
const noWitness: SessionInfoFailure = { _tag: 'call-failed', status: null, code: 'no-witness' }
