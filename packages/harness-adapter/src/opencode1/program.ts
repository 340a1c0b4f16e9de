import * as O from 'fp-ts/lib/Option.js'
import type { RegistryBundle } from '@active-mode/core'
import { createSpeaker, nothingSaid } from '../notice/speaker.js'
import type { Options } from '../options/Options.js'
import { confirms } from '../request/confirms.js'
import { type Deadline, registryWithin, startDeadline } from '../request/deadline.js'
import { createDecide } from '../request/decide.js'
import { unconfirmed } from '../request/Decision.js'
import { afterPreparation, isPending } from './Compaction.js'
import { gatherEvidence } from './gatherEvidence.js'
import { askWhetherAuxiliary, hasEnvironment, isClaimed } from './isAuxiliary.js'
import { close, confirmedBy, open, type OpenDecision, type Step, withNewest } from './OpenDecision.js'
import type { Ports } from './Ports.js'
import { createPreparedSessions, createSessionStates, type SessionState } from './SessionState.js'
import { type Preparation, witnessId } from './Witness.js'
import { writeBlock } from './writeBlock.js'

/** What the plugin does at each point of a request's life on the harness 1.x. */
export interface Program {
  /** A request is being prepared, and this is what its messages tell. */
  readonly prepared: (preparation: Preparation) => void
  /** The harness made a user message of its own: of a prompt, or to go on after a compaction. */
  readonly stored: (sessionId: string, messageId: string) => void
  /** The session is about to be compacted. */
  readonly compacting: (sessionId: string) => void
  /** The session was compacted. */
  readonly compacted: (sessionId: string) => void
  /** A request is about to be sent: decides, and edits its system entries in place. */
  readonly splice: (sessionId: string, system: unknown[]) => Promise<void>
  /** The request goes out, and this is the agent that it is for. */
  readonly sent: (request: SentRequest) => void
  /** The turn under way was broken off. */
  readonly aborted: (sessionId: string) => void
  /** The session has nothing more to do for now. */
  readonly idle: (sessionId: string) => void
  /** The session is gone. */
  readonly deleted: (sessionId: string) => void
  /** A request names no session. */
  readonly sessionless: () => Promise<void>
  /** A request has no system entries that could be edited. */
  readonly unwritable: (sessionId: string) => Promise<void>
  /** The session is prompted through an interface of the harness that gives plugins no hook. */
  readonly unhooked: (sessionId: string) => Promise<void>
}

export interface SentRequest {
  readonly sessionId: string
  readonly agent: string
  /** The user message that it answers, where the harness says it. */
  readonly messageId: string | null
}

export const createProgram = (ports: Ports, options: Options): Program => {
  const { agents, clock, decisions: log } = ports
  const sessions = createSessionStates()
  const prepared = createPreparedSessions()
  const speaker = createSpeaker(ports.journal, nothingSaid(), options.toast, () => agents.names(options.deadlineMs))
  const decide = createDecide()
  let requests = 0

  /** Gathers the evidence of a request and decides it. */
  const decideRequest = async (
    sessionId: string,
    bundle: RegistryBundle,
    witness: SessionState['witness'],
    deadline: Deadline,
  ): Promise<OpenDecision> => {
    const at = clock.now()
    const seenMessageId = witnessId(witness)
    const isStored = seenMessageId !== null && sessions.of(sessionId).stored.includes(seenMessageId)
    const { request, answers } = await gatherEvidence(ports.session, bundle, deadline, sessionId, { witness, isStored })
    const messageId = answers ?? (isStored ? seenMessageId : null)
    return {
      decision: { at, request, ...decide(request), messageId, elapsedMs: deadline.spent(), ...unconfirmed },
      seenMessageId: answers ?? seenMessageId,
    }
  }

  /** Takes a step; logs the decision that it gives up. */
  const take = (sessionId: string, { decisions, givenUp }: Step): void => {
    sessions.update(sessionId, { decisions })
    if (givenUp === null) return
    log.write(givenUp.decision, givenUp.decision)
    speaker.unconfirmed(sessionId, givenUp.decision.summary, givenUp.isAborted)
  }

  const closeOpen = (sessionId: string): void => take(sessionId, close(sessions.of(sessionId).decisions))

  const compacted = (sessionId: string): void => sessions.update(sessionId, { compaction: 'none' })

  /** On a machine without a registry there is nothing to complain about. */
  const whereRegistry = async (complain: () => void): Promise<void> => {
    const { _tag } = await registryWithin(ports, options.deadlineMs)
    if (_tag !== 'absent') complain()
  }

  return {
    // Messages that name no session may be of any: then none has a witness any more.
    prepared: ({ sessions: named, witness }) => {
      prepared.add(named)
      for (const sessionId of named.length === 0 ? sessions.ids() : named)
        sessions.update(sessionId, { witness, compaction: afterPreparation(sessions.of(sessionId).compaction) })
    },
    stored: (sessionId, messageId) => {
      const { stored } = sessions.of(sessionId)
      if (!stored.includes(messageId)) sessions.update(sessionId, { stored: withNewest(stored, messageId) })
    },
    compacting: (sessionId) => sessions.update(sessionId, { compaction: 'announced' }),
    compacted,

    splice: async (sessionId, system) => {
      const deadline = startDeadline(clock, options.deadlineMs)
      const request = (requests += 1)
      const { witness } = sessions.of(sessionId)
      const bundle = await registryWithin(ports, deadline.left())
      if (hasEnvironment(system)) compacted(sessionId)
      else if (bundle._tag !== 'absent') {
        const isCompacting = (): boolean => isPending(sessions.of(sessionId).compaction)
        const suspect = { sessionId, system, bundle, isCompacting, isPrepared: () => prepared.has(sessionId) }
        if (await askWhetherAuxiliary(ports, suspect, deadline)) return
      }
      const { decision: due, seenMessageId } = await decideRequest(sessionId, bundle, witness, deadline)
      const { block, isClosed, otherCopy } = writeBlock(system, due.block, options.splice)
      if (bundle._tag === 'absent') return
      if (isClosed) speaker.unwritable(sessionId, "the harness's system array is closed")
      if (otherCopy !== null) speaker.otherCopy(otherCopy)

      const decision = { ...due, block }
      const step = open(sessions.of(sessionId).decisions, request, { decision, seenMessageId })
      take(sessionId, step)
      if (step.decisions.newest !== request) return
      log.hold(decision)
      speaker.posture(sessionId, request, decision, O.isSome(witness) ? witness.value.before : null)
    },

    sent: ({ sessionId, agent, messageId }) => {
      const { decisions } = sessions.of(sessionId)
      const made = confirmedBy(decisions, messageId)
      if (made === null) return
      const { decision } = made
      const { bundle } = decision.request
      if (agents.isKnownOwn(agent) && !isClaimed(bundle, agent)) return
      const confirmed = confirms(decision.summary, agent, bundle)
      sessions.update(sessionId, { decisions: { ...decisions, open: null } })
      log.write({ ...decision, messageId: messageId ?? decision.messageId, requestAgent: agent, confirmed }, decision)
      if (!confirmed) speaker.wrong(sessionId, agent, decision.summary)
    },

    aborted: (sessionId) =>
      sessions.update(sessionId, { decisions: { ...sessions.of(sessionId).decisions, isAborted: true } }),
    idle: (sessionId) => {
      compacted(sessionId)
      closeOpen(sessionId)
    },
    deleted: (sessionId) => {
      closeOpen(sessionId)
      sessions.forget(sessionId)
      speaker.forget(sessionId)
    },

    sessionless: () => whereRegistry(speaker.sessionless),
    unwritable: (sessionId) =>
      whereRegistry(() => speaker.unwritable(sessionId, "another plugin replaced the harness's system array")),
    unhooked: (sessionId) => whereRegistry(() => speaker.unhooked(sessionId)),
  }
}
