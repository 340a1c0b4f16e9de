import * as E from 'fp-ts/lib/Either.js'
import type { RegistryBundle, SessionInfo } from '@active-mode/core'
import type { JournalLine } from '../../../../src/notice/Journal.js'
import { decodePage } from '../../../../src/opencode1/decodeMessages.js'
import { createProgram, type Program } from '../../../../src/opencode1/program.js'
import { preparationOf } from '../../../../src/opencode1/Witness.js'
import { defaultOptions, type Options } from '../../../../src/options/Options.js'
import type { Decision } from '../../../../src/request/Decision.js'
import { twoDirectors } from '../../twoDirectors.js'

/** All that the program for the harness 1.x reaches, as a test sets it, and what the program made of it. */

export interface Line {
  readonly decision: Decision
  /** The decision that was held for it. */
  readonly held: Decision | undefined
}

export class World {
  bundle: RegistryBundle = twoDirectors
  /** What `session.get` says of each session: its agent, or a failure. */
  info: (sessionId: string) => SessionInfo | Promise<SessionInfo> = (sessionId) => ({
    _tag: 'known',
    sessionId,
    agent: 'ship',
  })
  messages: ReadonlyArray<unknown> = []
  own = [{ name: 'title', prompt: 'You make titles.' }]
  names: ReadonlyArray<string> | null = null
  /** What the clock that only goes forward shows, in milliseconds. */
  elapsed = 0

  readonly held: Decision[] = []
  readonly lines: Line[] = []
  readonly said: string[] = []
  readonly toasts: JournalLine[] = []
  /** Each question to the harness, with the milliseconds that it was given. */
  readonly asked: string[] = []
  readonly program: Program

  constructor(options: Partial<Options> = {}) {
    const ask = (question: string, ms: number): void => void this.asked.push(`${question} within ${String(ms)}`)
    this.program = createProgram(
      {
        registry: { current: () => null, snapshot: async () => this.bundle },
        session: {
          info: async (sessionId, ms) => {
            ask('session', ms)
            return this.info(sessionId)
          },
          page: async (_, ms) => {
            ask('messages', ms)
            return decodePage(this.messages)
          },
          switches: async (_, __, ms) => {
            ask('switches', ms)
            return E.right([])
          },
        },
        agents: {
          own: async (ms) => {
            ask('own agents', ms)
            return this.own
          },
          names: async (ms) => {
            ask('agent names', ms)
            return this.names
          },
          isKnownOwn: (agent) => this.own.some(({ name }) => name === agent),
        },
        journal: {
          write: ({ level, message }) => void this.said.push(`${level}: ${message}`),
          toast: (line) => void this.toasts.push(line),
        },
        decisions: {
          hold: (decision) => void this.held.push(decision),
          write: (decision, held) => void this.lines.push({ decision, held }),
        },
        clock: {
          now: () => 1_700_000_000_000,
          elapsed: () => this.elapsed,
          within: async (ms, promise) => {
            ask('registry', ms)
            return promise
          },
        },
      },
      { ...defaultOptions, ...options },
    )
  }

  /** A user message reaches the session, and the harness is seen to store it. */
  prompt(id: string, agent = 'ship', sessionId = 'ses_a'): void {
    this.program.stored(sessionId, id)
    this.prepare([{ id, agent }], sessionId)
  }

  /** A request is prepared from user messages, the newest last. */
  prepare(users: ReadonlyArray<{ readonly id: string; readonly agent: string }>, sessionID?: string): void {
    this.program.prepared(preparationOf(users.map((user) => ({ info: { ...user, role: 'user', sessionID } }))))
  }

  /** A turn asks for its system text; what it gets. */
  async splice(sessionId = 'ses_a', system: unknown[] = [environment]): Promise<string> {
    await this.program.splice(sessionId, system)
    return system.join('\n')
  }

  /** The stored messages of a request under way: a user message and the answer to it. */
  answering(id: string, agent = 'ship'): void {
    const answer = { id: `${id}f`, role: 'assistant', agent, parentID: id, time: {} }
    this.messages = [{ info: { id, role: 'user', agent } }, { info: answer }]
  }

  sent(messageId: string | null, agent = 'ship', sessionId = 'ses_a'): void {
    this.program.sent({ sessionId, agent, messageId })
  }

  /** What each line says of its request: the message, the agent and whether it was confirmed. */
  confirmations(): ReadonlyArray<readonly [string | null, string | null, boolean | null]> {
    return this.lines.map(({ decision: { messageId, requestAgent, confirmed } }) => [
      messageId,
      requestAgent,
      confirmed,
    ])
  }
}

/** The system text of a turn before anybody wrote into it. */
export const environment = 'You direct.\n<env>\n</env>'

/** What another plugin made of the system text: it has no environment section. */
export const spoilt = 'A text of another plugin.'

export const told = { ship: 'posture: director — mode `ship`', unresolvable: 'posture: unresolvable' } as const
