import { isDirecting, postureOf, type PostureSummary, summarise } from '@active-mode/core'
import { isFirst, processWide, putNewest } from '../environment/memory.js'
import type { Decision } from '../request/Decision.js'
import { codeSpan } from '../show/showId.js'
import type { Journal, JournalLine } from './Journal.js'
import { nearMissNotice, type Notice, noticeOf, reportAfter, type Reported } from './noticeOf.js'

/** Tells people what happens, each thing once and nothing with every request (design 6). */
export interface Speaker {
  /**
   * A session's posture, where it changed. `request` counts the requests in the order in which they began. `before` is the agent that
   * spoke before the first request that this process sees of the session, where that is known.
   */
  readonly posture: (sessionId: string, request: number, decision: Decision, before: string | null) => void
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
  /** The session is prompted in a way that gives plugins no hook. */
  readonly unhooked: (sessionId: string) => void
  /** Another copy of this plugin is loaded, and writes into the same requests. */
  readonly otherCopy: (what: OtherCopy) => void
  readonly sessionless: () => void
  /** The session is gone. */
  readonly forget: (sessionId: string) => void
}

/** What another copy of this plugin does: it wrote a block that this one replaced, or one where this one has none to write. */
export type OtherCopy = 'writes' | 'contradicts'

/** Why a block cannot be written. */
export type Unwritable =
  | "the harness's system parts cannot be replaced"
  | "the harness's system array is closed"
  | "another plugin replaced the harness's system array"

/** What was said already. */
export interface Said {
  /** By session, with the number of the request. */
  readonly postures: Map<string, Reported & { readonly request: number }>
  /** What is said once, by key. */
  readonly once: Set<string>
}

export const nothingSaid = (): Said => ({ postures: new Map(), once: new Set() })

export const createSpeaker = (
  journal: Journal,
  said: Said,
  toasts: boolean,
  agentNames: () => Promise<ReadonlyArray<string> | null>,
): Speaker => {
  const once = (key: string, say: () => void): void => {
    if (isFirst(said.once, key)) say()
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
    if (near !== null && isFirstInProcess(near)) say(sessionId, 'warn', near)
  }

  return {
    posture: (sessionId, request, decision, agentBefore) => {
      const last = said.postures.get(sessionId) ?? null
      // An answer that comes after that of a newer request is out of date.
      if (last !== null && last.request > request) return
      const { summary } = decision
      const before = last ?? formerPosture(decision, agentBefore)
      putNewest(said.postures, sessionId, { request, ...reportAfter(before, summary) })
      if (last?.posture === summary) return
      const news = noticeOf(before, summary, decision.request.bundle)
      if (news !== null) tell(sessionId, news)
      if (last === null || news !== null) void pointOutNearMiss(sessionId, decision)
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

    unwritable: (sessionId, why) =>
      once(unwritableKey(sessionId), () => say(sessionId, 'error', `the block could not be written: ${why}`)),

    unhooked: (sessionId) =>
      once(unhookedKey(sessionId), () =>
        say(
          sessionId,
          'warn',
          "prompted through the harness's v2 API, which gives plugins no hook: its requests carry no Active mode block",
        ),
      ),

    otherCopy: (what) => once(`copy ${what}`, () => journal.write({ level: 'warn', message: otherCopyLines[what] })),

    sessionless: () =>
      once('sessionless', () =>
        journal.write({
          level: 'info',
          message:
            'a request named no session and got no Active mode block; on harness versions before 1.1.16 that is every request',
        }),
      ),

    forget: (sessionId) => {
      said.postures.delete(sessionId)
      for (const key of [unwritableKey(sessionId), unhookedKey(sessionId)]) said.once.delete(key)
    },
  }
}

const unwritableKey = (sessionId: string): string => `unwritable ${sessionId}`

const unhookedKey = (sessionId: string): string => `unhooked ${sessionId}`

const otherCopyLines: Readonly<Record<OtherCopy, string>> = {
  writes: 'an earlier Active mode block was replaced: another copy of this plugin is loaded',
  contradicts:
    'another copy of this plugin is loaded, and its Active mode block stands where this copy has none: look whether both read the same registry',
}

/** The most near misses that a process points out. Ids come from outside, and may be any number. */
const mostNearMisses = 1000

/** Near misses are pointed out once a process, since the harness runs the plugin's factory again. */
const isFirstInProcess = (line: string): boolean => {
  const lines = processWide('said/1', isSet, () => new Set<string>())
  return lines.size < mostNearMisses && isFirst(lines, line)
}

const isSet = (value: unknown): value is Set<string> => value instanceof Set

/**
 * The posture of a session before the first request that this process sees, by the agent that spoke before. Only a director posture
 * counts: leaving one must be noticed, also where another process served the director.
 */
const formerPosture = ({ request: { bundle } }: Decision, agent: string | null): Reported | null => {
  if (agent === null) return null
  const former = summarise(postureOf(bundle)(agent))
  return isDirecting(former) ? reportAfter(null, former) : null
}
