import type { RegistryBundle } from '@active-mode/core'
import { createBlockFor, type Decided } from '../blockFor.js'
import { startDeadline } from '../deadline.js'
import { registryWithin } from '../gatherEvidence.js'
import { fieldsOf } from '../harness/answer.js'
import { confirms } from '../log/confirms.js'
import type { Decision } from '../log/Decision.js'
import type { Options } from '../options/Options.js'
import type { Ports } from '../port/Ports.js'
import type { SessionStates } from '../SessionState.js'
import { createSpeaker } from '../speaker.js'
import { bodyCarries } from './bodyCarries.js'
import { type Kind, sessionInfoOf } from './eventOf.js'
import type { OpenRequest, OpenRequests } from './OpenRequests.js'
import { withBlock } from './withBlock.js'

/** What the plugin does at each point of a request's life on the harness 2.x. */
export interface Program2 {
  /** A person, a command or an agent prompts the session. */
  readonly prompted: (sessionId: string) => void
  /** A request is being made: decides, and gives the event its block. */
  readonly splice: (kind: Kind, sessionId: string, event: Writable) => Promise<void>
  /** The request goes out, and this is the agent that it is for. */
  readonly sent: (kind: Kind, sessionId: string, agent: string | null) => void
  /** The body of the request that was sent last; `null` where it could not be read. */
  readonly seen: (kind: Kind, sessionId: string, body: string | null) => void
  /** The assistant message of a request that is decided. */
  readonly stepped: (sessionId: string, messageId: string) => void
  /** The session has nothing more to do for now. */
  readonly idle: (sessionId: string) => void
  readonly deleted: (sessionId: string) => void
}

/** The event of a hook, whose `system` may be assigned. */
export interface Writable {
  system?: unknown
}

/** What the program reaches of the world: the registry, the log, the notices and the clock. No session is asked. */
export type Ports2 = Pick<Ports, 'registry' | 'journal' | 'decisions' | 'clock'>

/** The most requests of one session and kind that are open at once; an older one was given up. */
const mostOpen = 8

export const createProgram2 = (ports: Ports2, options: Options, sessions: SessionStates, requests: OpenRequests): Program2 => {
  const { clock, decisions, journal } = ports
  const speaker = createSpeaker(journal, sessions, options.toast)
  const blockFor = createBlockFor()
  let count = 0

  const decided = (bundle: RegistryBundle, sessionId: string, event: unknown): Pick<Decision, 'request'> & Decided => {
    const request = { sessionInfo: sessionInfoOf(sessionId, event, requests.of(sessionId).isForged), bundle, switchStream: { _tag: 'unread' } } as const
    return { request, ...blockFor(request) }
  }

  const log = ({ decision }: OpenRequest): void => decisions.write(decision)

  /** A request that never came to `model.request`: another plugin, or the person, ended it. */
  const giveUp = (sessionId: string, open: OpenRequest): void => {
    log(open)
    speaker.unconfirmed(sessionId, open.decision.summary, true)
  }

  /** Logs what is open of a session, or of one kind of its requests, with what is known of it. */
  const flush = (sessionId: string, kind?: Kind): void => {
    const { decided: waiting, sent } = requests.of(sessionId)
    const taken = (list: Array<OpenRequest>): ReadonlyArray<OpenRequest> => {
      const [over, left] = [list.filter((open) => kind === undefined || open.kind === kind), list.filter((open) => kind !== undefined && open.kind !== kind)]
      list.splice(0, list.length, ...left)
      return over
    }
    taken(sent).forEach((open) => log(open))
    taken(waiting).forEach((open) => giveUp(sessionId, open))
  }

  /** The block in its place. Whether it could be written. */
  const write = (sessionId: string, event: Writable, block: string): boolean => {
    const system = withBlock(event.system, block)
    try {
      if (system === null) throw new TypeError('no list')
      event.system = system
      return true
    } catch {
      speaker.unwritable(sessionId, "the harness's system parts cannot be replaced")
      return false
    }
  }

  /** Takes the oldest open request of a kind. Where others of that kind are open and do not agree with it, which is which is not known. */
  const take = (list: Array<OpenRequest>, kind: Kind): { readonly open: OpenRequest; readonly isCertain: boolean } | null => {
    const ofKind = list.filter((open) => open.kind === kind)
    const [open] = ofKind
    if (open === undefined) return null
    list.splice(list.indexOf(open), 1)
    return { open, isCertain: ofKind.every((other) => other.named === open.named && other.decision.block === open.decision.block) }
  }

  /** Puts what is now known of an open request in its place; logs it once all is. */
  const settle = (list: Array<OpenRequest>, place: number, open: OpenRequest): void => {
    const isKnown = open.isSeen && (open.kind === 'generate' || open.decision.messageId !== null)
    list.splice(place, 1, ...(isKnown ? [] : [open]))
    if (isKnown) log(open)
  }

  return {
    prompted: (sessionId) => {
      requests.of(sessionId).isPrompted = true
    },

    splice: async (kind, sessionId, event) => {
      const deadline = startDeadline(clock, options.deadlineMs)
      const at = clock.now()
      const number = (count += 1)
      const bundle = await registryWithin(ports, deadline.left())
      if (bundle._tag === 'absent') return
      const { agent } = fieldsOf(event)
      const { block, ...rest } = decided(bundle, sessionId, event)
      const isWritten = block !== null && write(sessionId, event, block)
      const decision: Decision = { at, ...rest, block: isWritten ? block : null, messageId: null, elapsedMs: deadline.spent(), requestAgent: null, confirmed: null, delivered: null }
      // A session has one turn at a time, so an earlier request of a turn is over. Requests beside it may be several.
      if (kind === 'primary') flush(sessionId, kind)
      const { decided: waiting } = requests.of(sessionId)
      waiting.push({ kind, named: typeof agent === 'string' ? agent : null, decision, isSeen: false })
      if (waiting.length > mostOpen) waiting.splice(0, 1).forEach((open) => giveUp(sessionId, open))
      speaker.posture(sessionId, number, decision)
    },

    sent: (kind, sessionId, agent) => {
      const session = requests.of(sessionId)
      const taken = take(session.decided, kind)
      if (taken === null) {
        if (session.isPrompted) speaker.undecided(sessionId, kind)
        return
      }
      const { open, isCertain } = taken
      const { decision } = open
      if (agent === null || !isCertain) {
        session.sent.push({ ...open, decision: { ...decision, requestAgent: agent } })
        return
      }
      const isForged = open.named !== agent
      const isRight = confirms(decision.summary, sessionId, agent, decision.request.bundle)
      if (isForged && !session.isForged) speaker.forged(sessionId, open.named, agent)
      else if (!isRight) speaker.wrong(sessionId, agent, decision.summary)
      // What was decided for a forged agent is right by chance only, unless it was told that nothing is known.
      const confirmed = isRight && (!isForged || decision.summary._tag === 'unresolvable')
      session.isForged = isForged
      session.sent.push({ ...open, decision: { ...decision, requestAgent: agent, confirmed } })
    },

    seen: (kind, sessionId, body) => {
      const { sent } = requests.of(sessionId)
      const place = sent.findIndex((open) => open.kind === kind && !open.isSeen)
      const open = sent[place]
      if (open === undefined) return
      const { block } = open.decision
      const delivered = block === null || body === null ? null : bodyCarries(body, block)
      if (delivered === false) speaker.lost(sessionId)
      settle(sent, place, { ...open, isSeen: true, decision: { ...open.decision, delivered } })
    },

    stepped: (sessionId, messageId) => {
      const { decided: waiting, sent } = requests.of(sessionId)
      for (const list of [sent, waiting]) {
        const place = list.findIndex(({ kind, decision }) => kind === 'primary' && decision.messageId === null)
        const open = list[place]
        if (open !== undefined) return settle(list, place, { ...open, decision: { ...open.decision, messageId } })
      }
    },

    idle: (sessionId) => flush(sessionId),
    deleted: (sessionId) => {
      flush(sessionId)
      requests.forget(sessionId)
      sessions.forget(sessionId)
    },
  }
}
