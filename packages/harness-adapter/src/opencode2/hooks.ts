import { errorName, fieldsOf, isText } from '../environment/foreign.js'
import type { Journal } from '../notice/Journal.js'
import type { Program } from './program.js'
import { isKind, type Kind, nameless, requestNamed } from './requestNamed.js'

/** Registers a hook of a session with the harness 2.x, which takes any name. */
export type Register = (name: string, hook: (event: unknown) => unknown) => void

/** Reads the body of a request as text, without holding the request up; `null` where it cannot be read or is too large. Never rejects. */
export type ReadBody = (request: unknown) => Promise<string | null>

/**
 * Registers the hooks. None of them throws or rejects, since that would fail the turn, and none but the two that decide makes the harness
 * wait. Nothing of an event is believed before it is looked at.
 */
export const registerHooks = (register: Register, program: Program, journal: Journal, readBody: ReadBody): void => {
  const failed = (name: string, error: unknown): void =>
    journal.write({ level: 'error', message: `the hook ${name} failed: ${errorName(error)}` })
  const guarded = (name: string, hook: (event: unknown) => void | Promise<void>): void => {
    try {
      register(name, async (event) => {
        try {
          await hook(event)
        } catch (error) {
          failed(name, error)
        }
      })
    } catch (error) {
      journal.write({ level: 'error', message: `the hook ${name} could not be registered: ${errorName(error)}` })
    }
  }
  const splice = (name: string, kind: Kind): void =>
    guarded(name, (event) =>
      typeof event === 'object' && event !== null
        ? program.splice(kind, requestNamed(event).sessionId, event)
        : undefined,
    )

  splice('context', 'primary')
  splice('generate', 'generate')
  guarded('prompt', (event) => {
    const { sessionId } = requestNamed(event)
    if (sessionId !== nameless) program.prompted(sessionId)
  })
  guarded('model.request', (event) => {
    const { sessionId, agent } = requestNamed(event)
    const { kind } = fieldsOf(event)
    if (sessionId !== nameless && isKind(kind)) program.sent(kind, sessionId, agent)
  })
  guarded('http.request', (event) => {
    const { sessionId } = requestNamed(event)
    const { kind, request } = fieldsOf(event)
    if (sessionId === nameless || !isKind(kind)) return
    if (!program.awaitsBody(kind, sessionId)) return program.seen(kind, sessionId, null)
    // Not waited for: the request must not be held up. The copy is taken at once, before anybody can use the body up.
    void readBody(request)
      .then((body) => program.seen(kind, sessionId, body))
      .catch((error: unknown) => failed('http.request', error))
  })
}

/**
 * Follows the harness's events about its sessions until they end. The events of all projects come to every instance of the plugin, so
 * `isNews` says whether an event's id was seen by no other instance.
 */
export const followEvents = async (
  events: AsyncIterable<unknown>,
  program: Program,
  isNews: (id: string) => boolean,
): Promise<void> => {
  for await (const event of events) {
    const { id, type, data } = fieldsOf(event)
    const { sessionID, assistantMessageID } = fieldsOf(data)
    if (!isText(sessionID) || typeof type !== 'string') continue
    if (typeof id === 'string' && !isNews(id)) continue
    if (type === 'session.step.started' && typeof assistantMessageID === 'string')
      program.stepped(sessionID, assistantMessageID)
    if (type === 'session.deleted') program.deleted(sessionID)
    if (/^session\.execution\.(?!started$)/.test(type)) program.idle(sessionID)
  }
}
