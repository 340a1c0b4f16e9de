import * as O from 'fp-ts/lib/Option.js'
import { pipe } from 'fp-ts/lib/function.js'
import { createBlockFor } from './blockFor.js'
import { type Deadline, startDeadline } from './deadline.js'
import { failedEvidence, gatherEvidence } from './gatherEvidence.js'
import { witnessStream } from './harness/streamOf.js'
import type { Witness } from './harness/witnessOf.js'
import { confirms } from './log/confirms.js'
import type { Decision } from './log/Decision.js'
import { nearMissNotice } from './notice/nearMissNotice.js'
import { noticeOf } from './notice/noticeOf.js'
import type { Options } from './options/Options.js'
import type { Ports } from './port/Ports.js'
import { codeSpan } from './render/showId.js'
import { createSessionStates, type SessionState } from './SessionState.js'
import { hasEnvironment, isAuxiliary } from './splice/isAuxiliary.js'
import { spliceBlock } from './splice/spliceBlock.js'

/** What the plugin does at each point of a request's life, in words of no harness version. */
export interface Program {
  /** A request is being prepared, and this is the user record that it answers. */
  readonly witnessed: (witness: Witness) => void
  /** The session is about to be compacted. */
  readonly compacting: (sessionId: string) => void
  /** A request is about to be sent: decides, and edits its system entries in place. */
  readonly splice: (sessionId: string, system: Array<unknown>) => Promise<void>
  /** The request goes out, and this is the agent that it is for. */
  readonly sent: (request: SentRequest) => void
  /** A request names no session. */
  readonly sessionless: () => void
  /** The session is prompted through an interface of the harness that gives plugins no hook. */
  readonly unhooked: (sessionId: string) => Promise<void>
  /** The session has nothing more to do for now. */
  readonly idle: (sessionId: string) => void
  /** The session is gone. */
  readonly deleted: (sessionId: string) => void
}

export interface SentRequest {
  readonly sessionId: string
  readonly agent: string
  /** The user message that it answers, where the harness tells. */
  readonly messageId: string | null
}

export const createProgram = (ports: Ports, options: Options): Program => {
  const { agents, clock, decisions, journal } = ports
  const sessions = createSessionStates()
  const blockFor = createBlockFor()
  let requests = 0
  let saidSessionless = false

  const say = (sessionId: string, level: 'info' | 'warn' | 'error', message: string): void =>
    journal.write({ level, message: `session ${codeSpan(sessionId)}: ${message}` })

  const isForTheHarness = async (sessionId: string, system: ReadonlyArray<unknown>, deadline: Deadline): Promise<boolean> => {
    if (hasEnvironment(system)) {
      if (sessions.of(sessionId).compacting) sessions.update(sessionId, { compacting: false })
      return false
    }
    const hidden = (await agents.hidden(Math.min(deadline.ms / 2, deadline.left()))) ?? []
    return isAuxiliary({ system, hiddenPrompts: hidden.map(({ prompt }) => prompt), compacting: sessions.of(sessionId).compacting })
  }

  const decide = async (sessionId: string, witness: SessionState['witness'], deadline: Deadline): Promise<Decision> => {
    const at = clock.now()
    const request = await gatherEvidence(ports, deadline, sessionId, witnessStream(sessionId, witness)).catch((error: unknown) => failedEvidence(sessionId, error))
    return {
      at,
      request,
      ...blockFor(request),
      messageId: pipe(witness, O.match(() => null, ({ key }) => String(key.value))),
      elapsedMs: deadline.ms - deadline.left(),
      requestAgent: null,
      confirmed: null,
    }
  }

  /** An answer that comes after that of a newer request has nothing to say any more. */
  const notice = (sessionId: string, request: number, decision: Decision): void => {
    const { told } = sessions.of(sessionId)
    if (told !== null && told.request > request) return
    const posture = decision.summary
    sessions.update(sessionId, { told: { request, posture } })
    if (told?.posture === posture) return
    const news = noticeOf(told?.posture ?? null, posture)
    if (news !== null) {
      say(sessionId, news.level, news.message)
      if (news.toast && options.toast) journal.toast({ level: news.level, message: news.message })
    }
    if (told !== null && news === null) return
    const near = nearMissNotice(decision.posture, decision.request.bundle)
    if (near !== null) say(sessionId, 'warn', near)
  }

  /** Hands the open decision to the log, with or without what the harness said of its request. */
  const close = (sessionId: string, said: Partial<Decision> = {}): void => {
    const { open } = sessions.of(sessionId)
    if (open === null) return
    sessions.update(sessionId, { open: null })
    decisions.write({ ...open, ...said })
  }

  return {
    witnessed: ({ sessionId, record }) => sessions.update(sessionId, { witness: O.some(record) }),
    compacting: (sessionId) => sessions.update(sessionId, { compacting: true }),
    idle: close,

    sessionless: () => {
      if (saidSessionless) return
      saidSessionless = true
      journal.write({
        level: 'info',
        message: 'a request named no session and got no Active mode block; on harness versions before 1.1.16 that is every request',
      })
    },

    unhooked: async (sessionId) => {
      if (sessions.of(sessionId).saidUnhooked) return
      sessions.update(sessionId, { saidUnhooked: true })
      const { _tag } = await ports.registry.snapshot()
      if (_tag !== 'absent') say(sessionId, 'warn', "prompted through the harness's v2 API, which gives plugins no hook: its requests carry no Active mode block")
    },

    deleted: (sessionId) => {
      close(sessionId)
      sessions.forget(sessionId)
    },

    splice: async (sessionId, system) => {
      const deadline = startDeadline(clock, options.deadlineMs)
      const request = (requests += 1)
      const { witness } = sessions.of(sessionId)
      if (await isForTheHarness(sessionId, system, deadline)) return
      const decision = await decide(sessionId, witness, deadline)
      const { entries, replaced } = spliceBlock(system, decision.block, options.splice)
      const written = (decision.block === null && replaced === 0) || overwrite(system, entries)
      if (!written) say(sessionId, 'error', "the block could not be written: the harness's system array is closed")
      if (replaced > 0) journal.write({ level: 'warn', message: 'an earlier Active mode block was replaced: another copy of this plugin is loaded' })
      if (decision.request.bundle._tag === 'absent') return
      close(sessionId)
      sessions.update(sessionId, { open: written ? decision : { ...decision, block: null } })
      notice(sessionId, request, decision)
    },

    sent: ({ sessionId, agent, messageId }) => {
      const { open } = sessions.of(sessionId)
      if (open === null || agents.isKnownHidden(agent) || (messageId !== null && open.messageId !== null && messageId !== open.messageId)) return
      const confirmed = confirms(open.request, open.posture, agent)
      close(sessionId, { requestAgent: agent, confirmed })
      if (confirmed) return
      say(sessionId, 'error', `a request for agent ${codeSpan(agent)} was told the posture of another (${open.posture._tag})`)
    },
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
