import * as O from 'fp-ts/lib/Option.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { RegistryBundle } from '@active-mode/core'
import { createBlockFor } from './blockFor.js'
import { type Deadline, startDeadline } from './deadline.js'
import { gatherEvidence, registryWithin } from './gatherEvidence.js'
import { witnessStream } from './harness/streamOf.js'
import type { Witness } from './harness/witnessOf.js'
import { confirms } from './log/confirms.js'
import type { Decision } from './log/Decision.js'
import type { Options } from './options/Options.js'
import type { Ports } from './port/Ports.js'
import { createSessionStates, type SessionState } from './SessionState.js'
import { createSpeaker } from './speaker.js'
import { hasEnvironment, isAuxiliary } from './splice/isAuxiliary.js'
import { spliceBlock } from './splice/spliceBlock.js'

/** What the plugin does at each point of a request's life, in words of no harness version. */
export interface Program {
  /** A request is being prepared, and this is the user record that it answers. */
  readonly witnessed: (witness: Witness) => void
  /** The session is about to be compacted. */
  readonly compacting: (sessionId: string) => void
  /** The session was compacted. */
  readonly compacted: (sessionId: string) => void
  /** A request is about to be sent: decides, and edits its system entries in place. */
  readonly splice: (sessionId: string, system: Array<unknown>) => Promise<void>
  /** The request goes out, and this is the agent that it is for. */
  readonly sent: (request: SentRequest) => void
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
  const { agents, clock, decisions } = ports
  const sessions = createSessionStates()
  const speaker = createSpeaker(ports.journal, sessions, options.toast)
  const blockFor = createBlockFor()
  let requests = 0

  const compacted = (sessionId: string): void => {
    if (sessions.of(sessionId).compaction !== null) sessions.update(sessionId, { compaction: null })
  }

  const isForTheHarness = async (sessionId: string, system: ReadonlyArray<unknown>, deadline: Deadline): Promise<boolean> => {
    const hidden = (await agents.hidden(Math.min(deadline.ms / 2, deadline.left()))) ?? []
    return isAuxiliary({ system, hiddenPrompts: hidden.map(({ prompt }) => prompt), compacting: sessions.of(sessionId).compaction !== null })
  }

  const decide = async (sessionId: string, bundle: RegistryBundle, witness: SessionState['witness'], deadline: Deadline): Promise<Decision> => {
    const at = clock.now()
    const request = await gatherEvidence(ports.session, bundle, deadline, sessionId, witnessStream(sessionId, witness))
    return {
      at,
      request,
      ...blockFor(request),
      messageId: pipe(witness, O.match(() => null, ({ record }) => String(record.key.value))),
      elapsedMs: deadline.spent(),
      requestAgent: null,
      confirmed: null,
    }
  }

  /** Splices the block of a decision. The decision as it came to pass: without a block where none could be written. */
  const write = (sessionId: string, system: Array<unknown>, decision: Decision): Decision => {
    const { entries, replaced } = spliceBlock(system, decision.block, options.splice)
    if (replaced > 0) speaker.otherCopy()
    if ((decision.block === null && replaced === 0) || overwrite(system, entries)) return decision
    speaker.unwritable(sessionId, "the harness's system array is closed")
    return { ...decision, block: null }
  }

  /** Hands the open decision to the log, with or without what the harness said of its request. */
  const close = (sessionId: string, said: Partial<Decision> = {}): void => {
    const { open } = sessions.of(sessionId)
    if (open === null) return
    sessions.update(sessionId, { open: null })
    decisions.write({ ...open, ...said })
  }

  /** On a machine without a registry there is nothing to complain about. */
  const wherePostureMatters = async (complain: () => void): Promise<void> => {
    const { _tag } = await registryWithin(ports, options.deadlineMs)
    if (_tag !== 'absent') complain()
  }

  return {
    // The first request that is prepared after the announcement is the compaction itself, every later one is a turn.
    witnessed: (witness) => {
      const { compaction } = sessions.of(witness.sessionId)
      sessions.update(witness.sessionId, { witness: O.some(witness), compaction: compaction === 'announced' ? 'prepared' : null })
    },
    compacting: (sessionId) => sessions.update(sessionId, { compaction: 'announced' }),
    compacted,

    splice: async (sessionId, system) => {
      const deadline = startDeadline(clock, options.deadlineMs)
      const request = (requests += 1)
      const { witness } = sessions.of(sessionId)
      const bundle = await registryWithin(ports, deadline.left())
      if (hasEnvironment(system)) compacted(sessionId)
      else if (bundle._tag !== 'absent' && (await isForTheHarness(sessionId, system, deadline))) return
      const decision = write(sessionId, system, await decide(sessionId, bundle, witness, deadline))
      if (bundle._tag === 'absent') return
      close(sessionId)
      sessions.update(sessionId, { open: decision })
      speaker.posture(sessionId, request, decision)
    },

    sent: ({ sessionId, agent, messageId }) => {
      const { open } = sessions.of(sessionId)
      const isOther = messageId !== null && open?.messageId !== null && messageId !== open?.messageId
      if (open === null || isOther || agents.isKnownHidden(agent)) return
      const confirmed = confirms(open.summary, sessionId, agent, open.request.bundle)
      close(sessionId, { requestAgent: agent, confirmed })
      if (!confirmed) speaker.wrong(sessionId, agent, open.summary)
    },

    idle: (sessionId) => {
      compacted(sessionId)
      close(sessionId)
    },
    deleted: (sessionId) => {
      close(sessionId)
      sessions.forget(sessionId)
    },

    sessionless: () => wherePostureMatters(speaker.sessionless),
    unwritable: (sessionId) => wherePostureMatters(() => speaker.unwritable(sessionId, "another plugin replaced the harness's system array")),
    unhooked: (sessionId) => wherePostureMatters(() => speaker.unhooked(sessionId)),
  }
}

/** In place, since the harness keeps its own hold of the array. Whether it could be done. */
const overwrite = (system: Array<unknown>, entries: ReadonlyArray<unknown>): boolean => {
  try {
    system.splice(0, system.length, ...entries)
    return true
  } catch {
    return false
  }
}
