import { createSpeaker, type Said } from '../notice/speaker.js'
import type { Options } from '../options/Options.js'
import { registryWithin, startDeadline } from '../request/deadline.js'
import { createDecide } from '../request/decide.js'
import type { Decision } from '../request/Decision.js'
import type { Ports } from '../request/Ports.js'
import { decideEvent, undecided } from './decideEvent.js'
import { awaitsBody, findBody } from './findBody.js'
import { judgeSent } from './judgeSent.js'
import {
  adopted,
  type DecidedRequest,
  enter,
  type OpenRequest,
  type OpenRequests,
  takeSent,
  takeWhere,
} from './OpenRequests.js'
import { type Kind, nameless, requestNamed } from './requestNamed.js'
import { type Writable, writeBlock } from './writeBlock.js'

/** What the plugin does at each point of a request's life on the harness 2.x. No session is asked. */
export interface Program {
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
  /** The harness reports no steps, or no longer does. */
  readonly unfollowed: () => void
}

/** What the program remembers. It outlives the program. */
export interface Memory {
  readonly said: Said
  readonly requests: OpenRequests
  /** Counts requests, over all instances of the plugin in this process. */
  readonly next: () => number
}

export const createProgram = (ports: Ports, options: Options, { said, requests, next }: Memory): Program => {
  const { clock, decisions: log, journal } = ports
  const speaker = createSpeaker(journal, said, options.toast, async () => null)
  const decide = createDecide()
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

  /** Puts a request back with what is now known of it; writes it once all is known. */
  const putBack = (list: DecidedRequest[], place: number, open: DecidedRequest): void => {
    const isKnown = open.isSeen && (open.kind === 'generate' || open.decision.messageId !== null || !isFollowing)
    list.splice(place, 1, ...(isKnown ? [] : [open]))
    if (isKnown) open.write(open.decision)
  }

  /** Says and logs a request that no hook was called for. Nothing waits for it. */
  const missed = async (kind: Kind, sessionId: string, agent: string | null): Promise<void> => {
    const bundle = await registryWithin(ports, options.deadlineMs)
    if (bundle._tag === 'absent') return
    const due = { at: clock.now(), sessionId, event: { agent }, isForged: false, bundle }
    log.write(undecided(decideEvent(decide, due), agent))
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
      const put = (held: Decision | null): void => {
        const write = (decision: Decision): void => log.write(decision, held ?? undefined)
        if (held !== null) log.hold(held)
        const open = { kind, named, decision: held, isMixed: false, isSeen: false, write }
        enter(session.decided, open).forEach((old) => giveUp(sessionId, old))
      }
      session.isUndecided = false
      if (bundle._tag === 'absent') return put(null)
      const due = decideEvent(decide, { at, sessionId, event, isForged: session.isForged, bundle })
      const isWritten = due.block !== null && writeBlock(event, due.block)
      if (due.block !== null && !isWritten)
        speaker.unwritable(sessionId, "the harness's system parts cannot be replaced")
      const decision = { ...due, block: isWritten ? due.block : null, elapsedMs: deadline.spent() }
      put(decision)
      speaker.posture(sessionId, number, decision, null)
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
      const { place, delivered } = findBody(session.sent, kind, body)
      const open = session.sent[place]
      if (open === undefined) return
      if (delivered === false && !session.isLost) speaker.lost(sessionId)
      session.isLost = delivered === null ? session.isLost : !delivered
      putBack(session.sent, place, { ...open, isSeen: true, decision: { ...open.decision, delivered } })
    },

    stepped: (sessionId, messageId) => {
      const { decided, sent } = requests.of(sessionId)
      const isIts = ({ kind, decision }: OpenRequest): boolean => kind === 'primary' && decision?.messageId === null
      const [place, early] = [sent.findIndex(isIts), decided.findIndex(isIts)]
      const [open, waiting] = [sent[place], decided[early]]
      if (open !== undefined) putBack(sent, place, { ...open, decision: { ...open.decision, messageId } })
      else if (waiting !== undefined && waiting.decision !== null)
        decided.splice(early, 1, { ...waiting, decision: { ...waiting.decision, messageId } })
    },

    idle: (sessionId) => flush(sessionId),
    deleted: (sessionId) => {
      flush(sessionId)
      requests.forget(sessionId)
      speaker.forget(sessionId)
    },
    unfollowed: () => {
      isFollowing = false
    },
  }
}
