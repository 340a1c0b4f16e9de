import { fieldsOf } from '../../environment/foreign.js'
import { decodeOptions } from '../../options/decodeOptions.js'
import { followEvents, type Register, registerHooks } from '../hooks.js'
import { createProgram } from '../program.js'
import { livePorts } from './livePorts.js'
import { sharedMemory } from './memory.js'
import { readBody } from './readBody.js'

/**
 * Sets the plugin up on the harness 2.x. It waits for nothing and reads nothing, since every first prompt and every hot reload waits for
 * it, and never throws. A harness of the first generation calls it too, and has no session hooks to give: then it does nothing.
 */
export const setup = (ctx: unknown): (() => void) => {
  const following = new AbortController()
  try {
    setUp(ctx, following.signal)
  } catch {
    // A plugin that fails to set up is listed as failed and is away; one without hooks is merely away.
  }
  return () => following.abort()
}

const setUp = (ctx: unknown, signal: AbortSignal): void => {
  const { session, event, options: given } = fieldsOf(ctx)
  const { hook } = fieldsOf(session)
  if (typeof hook !== 'function') return
  const { options, problems } = decodeOptions(given)
  const ports = livePorts(ctx, options)
  const { isNews, ...memory } = sharedMemory()
  const program = createProgram(ports, options, memory)
  const register: Register = (name, run) => {
    const registered: unknown = hook.call(session, name, run)
    // What it answers is of no use, but must not become a rejection that nobody handles.
    if (registered instanceof Promise) registered.catch(() => undefined)
  }
  registerHooks(register, program, ports.journal, readBody)
  problems.forEach((message) => ports.journal.write({ level: 'warn', message }))
  const { subscribe } = fieldsOf(event)
  const events: unknown = typeof subscribe === 'function' ? subscribe.call(event, { signal }) : null
  if (isAsyncIterable(events))
    void followEvents(events, program, isNews)
      .catch(() => undefined)
      .then(program.unfollowed)
  else program.unfollowed()
}

const isAsyncIterable = (u: unknown): u is AsyncIterable<unknown> =>
  typeof u === 'object' && u !== null && Symbol.asyncIterator in u
