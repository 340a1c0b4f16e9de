import { fieldsOf } from '../harness/answer.js'
import type { Journal } from '../port/Journal.js'
import { isKind, requestNamed } from './eventOf.js'
import type { Program2 } from './program2.js'

/** The hooks of a session on the harness 2.x that the plugin registers. Nothing of a `ctx` is believed before it is looked at. */
export type Register = (name: string, hook: (event: unknown) => unknown) => void

/** Reads the body of a request as text, without holding the request up; `null` where it cannot be read or is too large. */
export type ReadBody = (request: unknown) => Promise<string | null>

/**
 * Registers the hooks. None of them throws or rejects, since that would fail the turn, and none but the two that decide makes the harness
 * wait.
 */
export const registerHooks = (register: Register, program: Program2, journal: Journal, readBody: ReadBody): void => {
  const guarded = (name: string, hook: (event: unknown) => void | Promise<void>): void =>
    register(name, async (event) => {
      try {
        await hook(event)
      } catch (error) {
        journal.write({ level: 'error', message: `the hook ${name} failed: ${error instanceof Error ? error.name : 'unknown error'}` })
      }
    })
  const splice = (name: string, kind: 'primary' | 'generate'): void =>
    guarded(name, async (event) => {
      const named = requestNamed(event)
      if (named !== null) await program.splice(kind, named.sessionId, event as { system?: unknown })
    })

  guarded('prompt', (event) => {
    const named = requestNamed(event)
    if (named !== null) program.prompted(named.sessionId)
  })
  splice('context', 'primary')
  splice('generate', 'generate')
  guarded('model.request', (event) => {
    const named = requestNamed(event)
    const { kind } = fieldsOf(event)
    if (named !== null && isKind(kind)) program.sent(kind, named.sessionId, named.agent)
  })
  guarded('http.request', (event) => {
    const named = requestNamed(event)
    const { kind, request } = fieldsOf(event)
    if (named === null || !isKind(kind)) return
    // Not waited for: the request must not be held up. The body is taken at once, before anybody can use it up.
    void readBody(request).then((body) => program.seen(kind, named.sessionId, body))
  })
}

/** Follows what the harness tells of its sessions, for as long as it does. */
export const followEvents = async (events: AsyncIterable<unknown>, program: Program2): Promise<void> => {
  for await (const event of events) {
    const { type, data } = fieldsOf(event)
    const { sessionID, assistantMessageID } = fieldsOf(data)
    if (typeof sessionID !== 'string' || sessionID === '') continue
    if (type === 'session.step.started' && typeof assistantMessageID === 'string') program.stepped(sessionID, assistantMessageID)
    if (type === 'session.deleted') program.deleted(sessionID)
    if (typeof type === 'string' && /^session\.execution\.(?!started$)/.test(type)) program.idle(sessionID)
  }
}
