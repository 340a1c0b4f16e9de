import { pipe } from 'fp-ts/lib/function.js'
import * as O from 'fp-ts/lib/Option.js'
import { modesClaiming, type RegistryBundle } from '@active-mode/core'
import { spliceBlock, standingIn } from '../block/spliceBlock.js'
import { createSpeaker } from '../notice/speaker.js'
import type { Options } from '../options/Options.js'
import { createBlockFor } from '../request/blockFor.js'
import { confirms } from '../request/confirms.js'
import { type Deadline, startDeadline } from '../request/deadline.js'
import type { Decision } from '../request/Decision.js'
import { gatherEvidence, registryWithin } from '../request/gatherEvidence.js'
import type { Ports } from '../request/Ports.js'
import { createSessionStates, type OpenDecision, type SessionState } from '../request/SessionState.js'
import { hasEnvironment, isAuxiliary } from './isAuxiliary.js'
import { isRefused } from './isRefused.js'
import type { Preparation } from './preparationOf.js'
import { createPreparedSessions } from './preparedSessions.js'

/** What the plugin does at each point of a request's life, in words of no harness version. */
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
  /** The user message that it answers, where the harness tells. */
  readonly messageId: string | null
}

export const createProgram = (ports: Ports, options: Options): Program => {
  const { agents, blocks, clock, decisions } = ports
  const sessions = createSessionStates()
  const preparedSessions = createPreparedSessions()
  const speaker = createSpeaker(ports.journal, sessions, options.toast, () => agents.names(options.deadlineMs))
  const blockFor = createBlockFor()
  let requests = 0

  const compacted = (sessionId: string): void => {
    if (sessions.of(sessionId).compaction !== null) sessions.update(sessionId, { compaction: null })
  }

  const isForTheHarness = async (
    sessionId: string,
    system: ReadonlyArray<unknown>,
    bundle: RegistryBundle,
    deadline: Deadline,
  ): Promise<boolean> => {
    const own = (await agents.own(Math.min(deadline.ms / 2, deadline.left()))) ?? []
    const ownPrompts = own.filter(({ name }) => !isClaimed(bundle, name)).map(({ prompt }) => prompt)
    const signs = { system, ownPrompts, compacting: sessions.of(sessionId).compaction !== null }
    if (isAuxiliary({ ...signs, madeUp: false })) return true
    if (preparedSessions.has(sessionId)) return false
    const info = await ports.session.info(sessionId, Math.min(deadline.ms / 2, deadline.left()))
    return isAuxiliary({ ...signs, madeUp: isRefused(info) })
  }

  const decide = async (
    sessionId: string,
    bundle: RegistryBundle,
    witness: SessionState['witness'],
    deadline: Deadline,
  ): Promise<OpenDecision> => {
    const at = clock.now()
    const seenMessageId = pipe(
      witness,
      O.match(
        () => null,
        ({ record }) => String(record.key.value),
      ),
    )
    const isStored = seenMessageId !== null && sessions.of(sessionId).stored.includes(seenMessageId)
    const { request, answers } = await gatherEvidence(ports.session, bundle, deadline, sessionId, { witness, isStored })
    const messageId = answers ?? (isStored ? seenMessageId : null)
    return {
      decision: {
        at,
        request,
        ...blockFor(request),
        messageId,
        elapsedMs: deadline.spent(),
        requestAgent: null,
        confirmed: null,
        delivered: null,
      },
      seenMessageId: answers ?? seenMessageId,
    }
  }

  /** Splices the block of a decision. The decision as it came to pass: with the block that stands in the text now, be it another copy's. */
  const write = (sessionId: string, system: unknown[], decision: Decision): Decision => {
    const earlier = blocks.of(system)
    const neighbours = standingIn(system, earlier)
    if (decision.block === null) {
      if (neighbours !== null && decision.request.bundle._tag !== 'absent') speaker.otherCopy('contradicts')
      return { ...decision, block: neighbours }
    }
    const { entries, written, replaced } = spliceBlock(system, decision.block, options.splice, earlier)
    if (overwrite(system, entries)) blocks.note(system, written)
    else if (neighbours !== decision.block) speaker.unwritable(sessionId, "the harness's system array is closed")
    if (replaced) speaker.otherCopy('writes')
    return { ...decision, block: standingIn(system, blocks.of(system)) }
  }

  /** Logs a decision that the harness said nothing of, and keeps in mind that it may still do so. */
  const abandon = (sessionId: string, { decision, seenMessageId }: OpenDecision, isAborted: boolean): void => {
    const { abandoned } = sessions.of(sessionId)
    if (seenMessageId !== null) sessions.update(sessionId, { abandoned: newest(abandoned, seenMessageId) })
    decisions.write(decision, decision)
    speaker.unconfirmed(sessionId, decision.summary, isAborted)
  }

  const closeOpen = (sessionId: string): void => {
    const { open, isAborted } = sessions.of(sessionId)
    if (open === null) return
    sessions.update(sessionId, { open: null })
    abandon(sessionId, open, isAborted)
  }

  /** On a machine without a registry there is nothing to complain about. */
  const wherePostureMatters = async (complain: () => void): Promise<void> => {
    const { _tag } = await registryWithin(ports, options.deadlineMs)
    if (_tag !== 'absent') complain()
  }

  return {
    // The first request that is prepared after the announcement is the compaction itself, every later one is a turn. Messages that
    // name no session may be of any: then none has a witness any more.
    prepared: ({ sessions: named, witness }) => {
      preparedSessions.add(named)
      for (const sessionId of named.length === 0 ? sessions.ids() : named) {
        const { compaction } = sessions.of(sessionId)
        sessions.update(sessionId, { witness, compaction: compaction === 'announced' ? 'prepared' : null })
      }
    },
    stored: (sessionId, messageId) => {
      const { stored } = sessions.of(sessionId)
      if (!stored.includes(messageId)) sessions.update(sessionId, { stored: newest(stored, messageId) })
    },
    compacting: (sessionId) => sessions.update(sessionId, { compaction: 'announced' }),
    compacted,

    splice: async (sessionId, system) => {
      const deadline = startDeadline(clock, options.deadlineMs)
      const request = (requests += 1)
      const { witness } = sessions.of(sessionId)
      const bundle = await registryWithin(ports, deadline.left())
      if (hasEnvironment(system)) compacted(sessionId)
      else if (bundle._tag !== 'absent' && (await isForTheHarness(sessionId, system, bundle, deadline))) return
      const { decision, seenMessageId } = await decide(sessionId, bundle, witness, deadline)
      const open = { decision: write(sessionId, system, decision), seenMessageId }
      if (bundle._tag === 'absent') return
      // The turn was broken off while this waited, and the next one is decided already.
      if (sessions.of(sessionId).decided > request) return abandon(sessionId, open, true)
      closeOpen(sessionId)
      sessions.update(sessionId, { open, decided: request, isAborted: false })
      decisions.hold(open.decision)
      speaker.posture(sessionId, request, open.decision)
    },

    sent: ({ sessionId, agent, messageId }) => {
      const { open, abandoned } = sessions.of(sessionId)
      if (open === null) return
      const { decision, seenMessageId } = open
      const { bundle } = decision.request
      if (agents.isKnownOwn(agent) && !isClaimed(bundle, agent)) return
      if (messageId !== null && messageId !== seenMessageId && abandoned.includes(messageId)) return
      const confirmed = confirms(decision.summary, agent, bundle)
      sessions.update(sessionId, { open: null })
      decisions.write(
        { ...decision, messageId: messageId ?? decision.messageId, requestAgent: agent, confirmed },
        decision,
      )
      if (!confirmed) speaker.wrong(sessionId, agent, decision.summary)
    },

    aborted: (sessionId) => sessions.update(sessionId, { isAborted: true }),
    idle: (sessionId) => {
      compacted(sessionId)
      closeOpen(sessionId)
    },
    deleted: (sessionId) => {
      closeOpen(sessionId)
      sessions.forget(sessionId)
    },

    sessionless: () => wherePostureMatters(speaker.sessionless),
    unwritable: (sessionId) =>
      wherePostureMatters(() => speaker.unwritable(sessionId, "another plugin replaced the harness's system array")),
    unhooked: (sessionId) => wherePostureMatters(() => speaker.unhooked(sessionId)),
  }
}

/** Whether a mode, or a broken bundle, is known to claim an agent. Such an agent is never the harness's own. */
const isClaimed = (bundle: RegistryBundle, agent: string): boolean =>
  bundle._tag === 'staged' &&
  (modesClaiming(agent)(bundle).length > 0 || bundle.broken.some(({ claims }) => claims?.includes(agent) === true))

/** The most message ids of a session that are kept: many more than prompts that wait for one turn. */
const mostIds = 32

const newest = (ids: ReadonlyArray<string>, id: string): ReadonlyArray<string> => [...ids.slice(1 - mostIds), id]

/** In place, since the harness keeps its own hold of the array. Whether it could be done. */
const overwrite = (system: unknown[], entries: ReadonlyArray<unknown>): boolean => {
  try {
    system.splice(0, system.length, ...entries)
    return true
  } catch {
    return false
  }
}
