import { createSpeaker } from '../notice/speaker.js'
import type { Options } from '../options/Options.js'
import { createBlockFor } from '../request/blockFor.js'
import { startDeadline } from '../request/deadline.js'
import type { Decision } from '../request/Decision.js'
import { registryWithin } from '../request/gatherEvidence.js'
import type { Ports } from '../request/Ports.js'
import type { SessionStates } from '../request/SessionState.js'
import { type Kind, nameless, requestNamed, sessionInfoOf } from './eventOf.js'
import { judgeSent } from './judgeSent.js'
import { adopted, type DecidedRequest, type OpenRequest, type OpenRequests } from './OpenRequests.js'
import { awaitsBody, bodyOf, enter, takeSent, takeWhere } from './pairing.js'
import { undecidedAs } from './undecidedAs.js'
import { type Writable, writeBlock } from './writeBlock.js'

/** What the plugin does at each point of a request's life on the harness 2.x. */
export interface Program2 {
  /** A person, a command or an agent prompts the session. */
  readonly prompted: (sessionId: string) => void
  /** A request is being made: decides, and gives the event its block. */
  readonly splice: (kind: Kind, sessionId: string, event: Writable) => Promise<void>
  /** The request goes out, and this is the agent that it is for. */
  readonly sent: (kind: Kind, sessionId: string, agent: string | null) => void
  /** Whether the body of the request that was sent last has a block to be looked for. */
  readonly awaitsBody: (kind: Kind, sessionId: string) => boolean
  /** The body of the request that was sent last; `null` where it could not be read, or did not have to be. */
  readonly seen: (kind: Kind, sessionId: string, body: string | null) => void
  /** The assistant message of a request that is decided. */
  readonly stepped: (sessionId: string, messageId: string) => void
  /** The session has nothing more to do for now. */
  readonly idle: (sessionId: string) => void
  readonly deleted: (sessionId: string) => void
  /** The harness tells of no steps (any more). */
  readonly unfollowed: () => void
}

/** What the program reaches of the world: the registry, the log, the notices and the clock. No session is asked. */
export type Ports2 = Pick<Ports, 'registry' | 'journal' | 'decisions' | 'clock'>

/** What the program remembers, which outlives it. */
export interface Memory2 {
  readonly sessions: SessionStates
  readonly requests: OpenRequests
  /** Counts requests, over all instances of the plugin in this process. */
  readonly next: () => number
}

export const createProgram2 = (ports: Ports2, options: Options, { sessions, requests, next }: Memory2): Program2 => {
  const { clock, decisions, journal } = ports
  const speaker = createSpeaker(journal, sessions, options.toast, async () => null)
  const blockFor = createBlockFor()
  const instance = {}
  let isFollowing = true

  /** A request that never came to `model.request`: another plugin, or the person, ended it. */
  const giveUp = (sessionId: string, { decision, write }: OpenRequest): void => {
    if (decision === null) return
    write(decision)
    speaker.unconfirmed(sessionId, decision.summary, true)
  }

  /** Writes what is open of a session, or of its turns, with what is known of it. */
  const flush = (sessionId: string, isOver: (open: OpenRequest) => boolean = () => true): void => {
    const { decided, sent } = requests.of(sessionId)
    takeWhere(sent, isOver).forEach(({ write, decision }) => write(decision))
    takeWhere(decided, isOver).forEach((open) => giveUp(sessionId, open))
  }

  /** Puts what is now known of a request in its place in the list; writes it once all is. */
  const settle = (list: DecidedRequest[], place: number, open: DecidedRequest): void => {
    const isKnown = open.isSeen && (open.kind === 'generate' || open.decision.messageId !== null || !isFollowing)
    list.splice(place, 1, ...(isKnown ? [] : [open]))
    if (isKnown) open.write(open.decision)
  }

  /** Of a request that no hook was called for there is only this to tell and to log: what it went out without. Nothing waits for it. */
  const missed = async (kind: Kind, sessionId: string, agent: string | null): Promise<void> => {
    const bundle = await registryWithin(ports, options.deadlineMs)
    if (bundle._tag === 'absent') return
    decisions.write(undecidedAs(blockFor, { at: clock.now(), sessionId, agent, bundle }))
    const session = requests.of(sessionId)
    if (!session.isUndecided) speaker.undecided(sessionId, kind)
    session.isUndecided = true
  }

  return {
    prompted: (sessionId) => {
      requests.of(sessionId).begunUnder = instance
    },

    splice: async (kind, sessionId, event) => {
      const deadline = startDeadline(clock, options.deadlineMs)
      const [at, number] = [clock.now(), next()]
      const bundle = await registryWithin(ports, deadline.left())
      const session = requests.of(sessionId)
      const { agent: named } = requestNamed(event)
      // A session has one turn at a time, so an earlier request of a turn is over. Requests beside it may be several.
      if (kind === 'primary') flush(sessionId, (open) => open.kind === kind)
      const put = (decided: Decision | null): void => {
        const write = (decision: Decision): void => decisions.write(decision, decided ?? undefined)
        if (decided !== null) decisions.hold(decided)
        enter(session.decided, { kind, named, decision: decided, isMixed: false, isSeen: false, write }).forEach(
          (old) => giveUp(sessionId, old),
        )
      }
      session.isUndecided = false
      if (bundle._tag === 'absent') return put(null)
      const request = {
        sessionInfo: sessionInfoOf(sessionId, event, session.isForged),
        bundle,
        switchStream: { _tag: 'unread' },
      } as const
      const { block, ...rest } = blockFor(request)
      const isWritten = block !== null && writeBlock(event, block)
      if (block !== null && !isWritten) speaker.unwritable(sessionId, "the harness's system parts cannot be replaced")
      const unknown = { messageId: null, requestAgent: null, confirmed: null, delivered: null }
      const decision: Decision = {
        at,
        request,
        ...rest,
        block: isWritten ? block : null,
        elapsedMs: deadline.spent(),
        ...unknown,
      }
      put(decision)
      speaker.posture(sessionId, number, decision)
    },

    sent: (kind, sessionId, agent) => {
      const session = requests.of(sessionId)
      const { begunUnder } = session
      session.begunUnder = instance
      const open =
        takeSent(session.decided, kind, agent) ??
        adopted(takeSent(requests.of(nameless).decided, kind, agent), sessionId)
      if (open === null) {
        // A request that began before this instance was set up is none of its business.
        if (begunUnder === instance) void missed(kind, sessionId, agent)
        return
      }
      const { decision } = open
      if (decision === null) return
      const decided = { ...open, decision }
      const { confirmed, isForged, isWrong } = judgeSent(decided, agent)
      if (isForged === true && agent !== null && !session.isForged) speaker.forged(sessionId, open.named, agent)
      else if (isWrong && agent !== null) speaker.wrong(sessionId, agent, decision.summary)
      session.isForged = isForged ?? session.isForged
      session.sent.push({ ...decided, decision: { ...decision, requestAgent: agent, confirmed } })
    },

    awaitsBody: (kind, sessionId) => awaitsBody(requests.of(sessionId).sent, kind),

    seen: (kind, sessionId, body) => {
      const session = requests.of(sessionId)
      const { place, delivered } = bodyOf(session.sent, kind, body)
      const open = session.sent[place]
      if (open === undefined) return
      if (delivered === false && !session.isLost) speaker.lost(sessionId)
      session.isLost = delivered === null ? session.isLost : !delivered
      settle(session.sent, place, { ...open, isSeen: true, decision: { ...open.decision, delivered } })
    },

    stepped: (sessionId, messageId) => {
      const { decided, sent } = requests.of(sessionId)
      const isIts = ({ kind, decision }: OpenRequest): boolean => kind === 'primary' && decision?.messageId === null
      const [place, early] = [sent.findIndex(isIts), decided.findIndex(isIts)]
      const [open, waiting] = [sent[place], decided[early]]
      if (open !== undefined) settle(sent, place, { ...open, decision: { ...open.decision, messageId } })
      else if (waiting !== undefined && waiting.decision !== null)
        decided.splice(early, 1, { ...waiting, decision: { ...waiting.decision, messageId } })
    },

    idle: (sessionId) => flush(sessionId),
    deleted: (sessionId) => {
      flush(sessionId)
      requests.forget(sessionId)
      sessions.forget(sessionId)
    },
    unfollowed: () => {
      isFollowing = false
    },
  }
}
