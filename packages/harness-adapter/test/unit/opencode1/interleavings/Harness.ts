import type fc from 'fast-check'
import { decodeSessionInfo } from '../../../../src/opencode1/decodeAnswer.js'
import { decodePage } from '../../../../src/opencode1/decodeMessages.js'
import { hooksOf } from '../../../../src/opencode1/hooks.js'
import type { Ports } from '../../../../src/opencode1/Ports.js'
import { createProgram } from '../../../../src/opencode1/program.js'
import { defaultOptions } from '../../../../src/options/Options.js'
import type { Decision } from '../../../../src/request/Decision.js'
import { twoDirectors } from '../../twoDirectors.js'

/** A model of the harness 1.x, as far as the hooks see it: what it stores, what it asks the plugin, and in which order. */

export const sessionIds = ['ses_a', 'ses_b'] as const

export type SessionId = (typeof sessionIds)[number]

interface Message {
  readonly info: {
    readonly id: string
    readonly role: 'user' | 'assistant'
    readonly agent: string
    readonly sessionID?: SessionId | undefined
    readonly parentID?: string
    readonly summary?: boolean
    readonly time: { readonly created: number; completed?: number }
  }
  readonly parts: ReadonlyArray<{ readonly type: string }>
}

/** A request between its hooks. Its agent is the truth that the plugin has to find out. */
interface Request {
  readonly agent: string
  readonly isCompaction: boolean
  readonly answers: Message
  readonly list: ReadonlyArray<Message>
  readonly record: Message
  step: 'loaded' | 'prepared' | 'asking' | 'told'
  readonly system: string[]
}

export interface Session {
  readonly id: SessionId
  agent: string | null
  messages: Message[]
  request: Request | null
  infoFault: 'none' | 'refused' | 'no-agent'
  /** Whether another plugin replaces the system text of its turns, environment section and all. */
  isSpoilt: boolean
  meddling: 'none' | 'foreign message' | "another session's message" | 'lost session'
}

const isDirector = (agent: string): boolean => agent === 'ship' || agent === 'explore'

const environment = 'You work.\n<env>\n</env>'

const spoilt = 'A text of another plugin.'

const compactionPrompt = 'Summarise.'

const titlePrompt = 'You make titles.'

export class Harness {
  /** What went wrong, in sentences. */
  readonly wrong: string[] = []
  /** How many turns went out, and how many of them with a director's block. */
  requests = 0
  directed = 0

  private isMeddled = false
  private readonly sessions: ReadonlyMap<SessionId, Session>
  private readonly scheduler: fc.Scheduler
  private readonly hooks: ReturnType<typeof hooksOf>
  /** Ids wrap in the middle of a run. */
  private ids = 2 ** 48 - 16

  constructor(scheduler: fc.Scheduler) {
    this.scheduler = scheduler
    this.sessions = new Map(sessionIds.map((id) => [id, freshSession(id)]))
    const ports = this.ports()
    this.hooks = hooksOf(createProgram(ports, defaultOptions), ports.journal)
  }

  session(id: SessionId): Session {
    return this.sessions.get(id) ?? freshSession(id)
  }

  /** A person prompts the session, which selects the agent. While a turn runs the prompt waits for the next request. */
  prompt(session: Session, agent: string): void {
    const message = this.message(session, 'user', agent)
    session.messages.push(message)
    session.agent = agent
    void this.call('chat.message', { sessionID: session.id }, { message: message.info })
  }

  /** A person selects an agent and prompts nothing. */
  select(session: Session, agent: string): void {
    session.agent = agent
  }

  /** The next step of the session's turn. */
  advance(session: Session): void {
    const { request } = session
    if (request === null) return this.begin(session)
    switch (request.step) {
      case 'loaded':
        request.step = 'prepared'
        void this.call('experimental.chat.messages.transform', {}, { messages: this.meddled(session, request.list) })
        return
      case 'prepared':
        request.step = 'asking'
        void this.call('experimental.chat.system.transform', { sessionID: session.id }, request).then(() => {
          request.step = 'told'
        })
        return
      case 'asking':
        return
      case 'told':
        this.send(session, request)
    }
  }

  abort(session: Session): void {
    const { request } = session
    if (request === null || request.isCompaction) return
    this.event('session.error', { sessionID: session.id, error: { name: 'MessageAbortedError' } })
    this.end(session, request)
    this.event('session.idle', { sessionID: session.id })
  }

  /** A request that the harness makes for itself, beside the turn and with the session's id. */
  askForTitle(session: Session): void {
    const system = [titlePrompt]
    void this.call('experimental.chat.system.transform', { sessionID: session.id }, { system }).then(() => {
      if (system.join() !== titlePrompt) this.wrong.push('a title carries a block')
      return this.call('chat.params', { sessionID: session.id, agent: 'title', message: { id: 'title' } })
    })
  }

  /** Between two turns the session is compacted: a request of its own, after which the harness prompts itself to go on. */
  compact(session: Session): void {
    const last = session.messages.findLast(({ info }) => info.role === 'user')
    if (session.request !== null || last === undefined) return
    void this.call('experimental.session.compacting', { sessionID: session.id })
    const asks = { ...this.message(session, 'user', last.info.agent), parts: [{ type: 'compaction' }] }
    session.messages.push(asks)
    this.load(session, asks, 'compaction')
  }

  delete(session: Session): void {
    if (session.request !== null) return
    session.messages = []
    session.agent = null
    this.event('session.deleted', { info: { id: session.id } })
  }

  /** The loop takes the newest user message; where it is answered, the session has nothing to do. */
  private begin(session: Session): void {
    const last = session.messages.findLast(({ info }) => info.role === 'user')
    if (last === undefined || session.messages.some(({ info }) => info.parentID === last.info.id)) return
    this.load(session, last, last.info.agent)
  }

  private load(session: Session, answers: Message, agent: string): void {
    const isCompaction = agent === 'compaction'
    const list = [...session.messages]
    const record = this.message(session, 'assistant', agent, {
      parentID: answers.info.id,
      ...(isCompaction ? { summary: true } : {}),
    })
    session.messages.push(record)
    const system = [session.isSpoilt ? spoilt : isCompaction ? compactionPrompt : environment]
    session.request = { agent, isCompaction, answers, list, record, step: 'loaded', system }
  }

  private send(session: Session, request: Request): void {
    const { agent, isCompaction, system, answers } = request
    this.check(request)
    void this.call('chat.params', { sessionID: session.id, agent, message: answers.info })
    this.end(session, request)
    if (isCompaction) {
      this.event('session.compacted', { sessionID: session.id })
      session.messages.push(this.message(session, 'user', answers.info.agent))
    } else {
      this.requests += 1
      if (system.join().includes('director of') || system.join().includes('posture: director')) this.directed += 1
      this.event('session.idle', { sessionID: session.id })
    }
  }

  /** The promise: the block of the request's own agent, or one that says that nothing is known. */
  private check({ agent, isCompaction, system }: Request): void {
    const text = system.join('\n')
    const named = [...text.matchAll(/^posture: director .*\(agent `([^`]*)`\)$/gm)].map(([, name]) => name)
    const blocks = text.split('## Active mode').length - 1
    const isUnknown = text.includes('posture: unresolvable')
    const say = (what: string): number => this.wrong.push(`${what}: agent ${agent}, ${JSON.stringify(text)}`)
    // Lists that another plugin meddled with may end an announcement, and without its prompt nothing else tells a compaction: in doubt splice.
    const isTold = text.startsWith(compactionPrompt) || !this.isMeddled
    if (isCompaction && isTold && blocks > 0) say('a compaction carries a block')
    if (blocks > 1) say('two blocks')
    if (named.some((name) => name !== agent)) say("another agent's block")
    if (!isCompaction && isDirector(agent) && named.length === 0 && !isUnknown) say('a director without a block')
  }

  private end(session: Session, request: Request): void {
    request.record.info.time.completed = 1
    session.request = null
  }

  private message(
    session: Session,
    role: 'user' | 'assistant',
    agent: string,
    more: { readonly parentID?: string; readonly summary?: boolean } = {},
  ): Message {
    this.ids = (this.ids + 1) % 2 ** 48
    const id = `msg_${this.ids.toString(16).padStart(12, '0')}`
    return { info: { id, role, agent, sessionID: session.id, ...more, time: { created: 1 } }, parts: [] }
  }

  /** What another plugin makes of the messages of a request. */
  private meddled(session: Session, list: ReadonlyArray<Message>): ReadonlyArray<Message> {
    const last = list.at(-1)
    if (last === undefined) return list
    const info = { ...last.info, role: 'user' as const }
    this.isMeddled ||= session.meddling !== 'none'
    switch (session.meddling) {
      case 'none':
        return list
      case 'foreign message':
        return [...list, { ...this.message(session, 'user', 'explore') }]
      case "another session's message":
        return [...list, { ...last, info: { ...info, sessionID: session.id === 'ses_a' ? 'ses_b' : 'ses_a' } }]
      case 'lost session':
        return list.map((message) => ({ ...message, info: { ...message.info, sessionID: undefined } }))
    }
  }

  private async call(name: string, input: unknown, output: unknown = {}): Promise<void> {
    await this.hooks[name]?.(input, output)
  }

  private event(type: string, properties: unknown): void {
    void this.call('event', { event: { type, properties } })
  }

  /** Every question is answered at a time of the scheduler's choice, with what is so when it is answered. */
  private ports(): Ports {
    const late = async <A>(name: string, answer: () => A): Promise<A> => {
      await this.scheduler.schedule(Promise.resolve(), name)
      return answer()
    }
    const own = [
      { name: 'title', prompt: titlePrompt },
      { name: 'compaction', prompt: compactionPrompt },
    ]
    const known = (sessionId: string): Session | undefined => this.sessions.get(sessionId as SessionId)
    let isListed = false
    return {
      registry: { current: () => null, snapshot: () => late('registry', () => twoDirectors) },
      session: {
        info: (sessionId) =>
          late('session.get', () => {
            const { agent = null, infoFault } = known(sessionId) ?? {}
            return infoFault === 'refused'
              ? { _tag: 'unknown', sessionId, failure: { _tag: 'call-failed', status: 503, code: 'Unavailable' } }
              : decodeSessionInfo(sessionId, { id: sessionId, ...(infoFault === 'no-agent' ? {} : { agent }) })
          }),
        page: (sessionId) => late('session.messages', () => decodePage(known(sessionId)?.messages.slice(-10))),
        switches: () => late('switches', () => ({ _tag: 'Right', right: [] })),
      },
      agents: {
        own: () =>
          late('agents', () => {
            isListed = true
            return own
          }),
        names: () => late('agents', () => null),
        isKnownOwn: (agent) => isListed && own.some(({ name }) => name === agent),
      },
      journal: {
        write: ({ message }) => {
          if (/told the posture of another|the hook .* failed/.test(message)) this.wrong.push(message)
        },
        toast: () => undefined,
      },
      decisions: { hold: () => undefined, write: (decision) => this.checkLine(decision) },
      clock: { now: () => 0, elapsed: () => 0, within: async (_, promise) => promise },
    }
  }

  /** A line of the log names its own session's message, and the agent that it went out for. */
  private checkLine({ request, messageId, requestAgent, confirmed }: Decision): void {
    const { sessionId } = request.sessionInfo
    const owner = [...this.sessions.values()].find(({ messages }) => messages.some(({ info }) => info.id === messageId))
    if (owner !== undefined && owner.id !== sessionId)
      this.wrong.push(`a line of ${sessionId} names a message of ${owner.id}`)
    if (confirmed === false) this.wrong.push(`a request of ${String(requestAgent)} was not confirmed`)
  }
}

const freshSession = (id: SessionId): Session => ({
  id,
  agent: null,
  messages: [],
  request: null,
  infoFault: 'none',
  isSpoilt: false,
  meddling: 'none',
})
