import { pipe } from 'fp-ts/lib/function.js'
import * as O from 'fp-ts/lib/Option.js'
import { isDirecting, postureOf, type PostureSummary, summarise } from '@active-mode/core'
import type { Decision } from '../request/Decision.js'
import type { SessionStates } from '../request/SessionState.js'
import { codeSpan } from '../show/showId.js'
import { isNews } from './isNews.js'
import type { Journal, JournalLine } from './Journal.js'
import { nearMissNotice } from './nearMissNotice.js'
import { type Notice, noticeOf } from './noticeOf.js'
import { type Told, toldAfter } from './Told.js'

/** What people are told, each thing once and none with every request (design 6). */
export interface Speaker {
  /** Tells a change of a session's posture. `request` counts the requests in the order in which they began. */
  readonly posture: (sessionId: string, request: number, decision: Decision) => void
  /** The agent of a request turned out to have another posture than the model was told. */
  readonly wrong: (sessionId: string, agent: string, told: PostureSummary) => void
  /** A director's request was decided, and the harness never said for which agent it went out. */
  readonly unconfirmed: (sessionId: string, told: PostureSummary, isAborted: boolean) => void
  /** The block of a request was not in the body that went out. */
  readonly lost: (sessionId: string) => void
  /** Some plugin wrote another agent into the hook's event than the request's. */
  readonly forged: (sessionId: string, named: string | null, agent: string) => void
  /** A request went out that no hook had been called for. */
  readonly undecided: (sessionId: string, kind: string) => void
  readonly unwritable: (sessionId: string, why: Unwritable) => void
  readonly unhooked: (sessionId: string) => void
  /** Another copy of this plugin is loaded, and writes into the same requests. */
  readonly otherCopy: (what: OtherCopy) => void
  readonly sessionless: () => void
}

/** What another copy of this plugin does: it wrote a block that this one replaced, or one where this one has none to write. */
export type OtherCopy = 'writes' | 'contradicts'

/** Why a block cannot be written. */
export type Unwritable =
  | "the harness's system parts cannot be replaced"
  | "the harness's system array is closed"
  | "another plugin replaced the harness's system array"

export const createSpeaker = (
  journal: Journal,
  sessions: SessionStates,
  toasts: boolean,
  agentNames: () => Promise<ReadonlyArray<string> | null>,
): Speaker => {
  const once = (line: JournalLine): (() => void) => {
    let isSaid = false
    return () => {
      if (!isSaid) journal.write(line)
      isSaid = true
    }
  }

  const say = (sessionId: string, level: JournalLine['level'], message: string): void =>
    journal.write({ level, message: `session ${codeSpan(sessionId)}: ${message}` })

  const tell = (sessionId: string, { level, message, toast }: Notice): void => {
    say(sessionId, level, message)
    if (toast && toasts) journal.toast({ level, message })
  }

  /** Which agents the harness has is asked only where the id is close to a claimed one, if the harness has none of that name. */
  const pointOutNearMiss = async (sessionId: string, { posture, request: { bundle } }: Decision): Promise<void> => {
    if (nearMissNotice(posture, bundle, []) === null) return
    const near = nearMissNotice(posture, bundle, null) ?? nearMissNotice(posture, bundle, (await agentNames()) ?? null)
    if (near !== null && isNews(near)) say(sessionId, 'warn', near)
  }

  const copyLines: Readonly<Record<OtherCopy, () => void>> = {
    writes: once({
      level: 'warn',
      message: 'an earlier Active mode block was replaced: another copy of this plugin is loaded',
    }),
    contradicts: once({
      level: 'warn',
      message:
        'another copy of this plugin is loaded, and its Active mode block stands where this copy has none: look whether both read the same registry',
    }),
  }

  return {
    posture: (sessionId, request, decision) => {
      const { told, witness } = sessions.of(sessionId)
      // An answer that comes after that of a newer request has nothing to say any more.
      if (told !== null && told.request > request) return
      const { summary } = decision
      const before =
        told ??
        pipe(
          witness,
          O.match(
            () => null,
            ({ before: agent }) => formerPosture(decision, agent),
          ),
        )
      sessions.update(sessionId, { told: { request, ...toldAfter(before, summary) } })
      if (told?.posture === summary) return
      const news = noticeOf(before, summary, decision.request.bundle)
      if (news !== null) tell(sessionId, news)
      if (told === null || news !== null) void pointOutNearMiss(sessionId, decision)
    },

    wrong: (sessionId, agent, told) =>
      say(sessionId, 'error', `a request for agent ${codeSpan(agent)} was told the posture of another (${told._tag})`),

    unconfirmed: (sessionId, told, isAborted) => {
      if (!isDirecting(told)) return
      if (isAborted)
        say(
          sessionId,
          'warn',
          'a turn of a director was broken off before the harness said for which agent its request was',
        )
      else
        say(
          sessionId,
          'error',
          'the harness never said for which agent a request of a director was, so its block is not confirmed',
        )
    },

    lost: (sessionId) =>
      say(
        sessionId,
        'error',
        'the block was not in the request that went out: another plugin has emptied or replaced the system text',
      ),

    forged: (sessionId, named, agent) =>
      say(
        sessionId,
        'error',
        `another plugin wrote agent ${named === null ? '(none)' : codeSpan(named)} into a request of agent ${codeSpan(agent)}; what it was told may be wrong, and until that ends its requests are told that nothing is known`,
      ),

    undecided: (sessionId, kind) =>
      say(
        sessionId,
        'error',
        `a request of kind ${codeSpan(kind)} went out undecided: the harness did not call the hook for it`,
      ),

    unwritable: (sessionId, why) => {
      if (sessions.of(sessionId).saidUnwritable) return
      sessions.update(sessionId, { saidUnwritable: true })
      say(sessionId, 'error', `the block could not be written: ${why}`)
    },

    unhooked: (sessionId) => {
      if (sessions.of(sessionId).saidUnhooked) return
      sessions.update(sessionId, { saidUnhooked: true })
      say(
        sessionId,
        'warn',
        "prompted through the harness's v2 API, which gives plugins no hook: its requests carry no Active mode block",
      )
    },

    otherCopy: (what) => copyLines[what](),

    sessionless: once({
      level: 'info',
      message:
        'a request named no session and got no Active mode block; on harness versions before 1.1.16 that is every request',
    }),
  }
}

/**
 * What a session was before the first request that this process sees, by the message before: only a director posture, since
 * leaving one is what must not pass unseen, also when it was another process that served the director.
 */
const formerPosture = ({ request: { bundle } }: Decision, agent: string | null): Told | null => {
  if (agent === null) return null
  const former = summarise(postureOf(bundle)(agent))
  return isDirecting(former) ? toldAfter(null, former) : null
}
