import { fieldsOf } from './harness/answer.js'
import activeMode from './index.js'
import { livePorts2 } from './live/opencode2/ports.js'
import { readBody } from './live/opencode2/readBody.js'
import { sharedState } from './live/opencode2/shared.js'
import { createProgram2 } from './opencode2/program2.js'
import { followEvents, registerHooks, type Register } from './opencode2/setup.js'
import { decodeOptions } from './options/decodeOptions.js'

/**
 * The plugin for the harness 2.x. It waits for nothing and reads nothing, since every first prompt and every hot reload waits for it, and
 * never throws. A harness of the first generation calls it too, and has no session hooks to give: then it does nothing.
 */
const setup = (ctx: unknown): (() => void) => {
  const { session, event, options: given } = fieldsOf(ctx)
  const { hook } = fieldsOf(session)
  const following = new AbortController()
  const cleanUp = (): void => following.abort()
  if (typeof hook !== 'function') return cleanUp
  try {
    const { options, problems } = decodeOptions(given)
    const ports = livePorts2(ctx, options)
    problems.forEach((message) => ports.journal.write({ level: 'warn', message }))
    const { requests, sessions } = sharedState()
    const program = createProgram2(ports, options, sessions, requests)
    const register: Register = (name, run) => void hook.call(session, name, run)
    registerHooks(register, program, ports.journal, readBody)
    const { subscribe } = fieldsOf(event)
    if (typeof subscribe === 'function') void followEvents(subscribe.call(event, { signal: following.signal }), program).catch(() => undefined)
  } catch {
    // A plugin that fails to set up takes every prompt's system text down with it; without hooks it is merely absent.
  }
  return cleanUp
}

/** One object for both generations of the harness: each takes the function that it knows. */
export default { id: 'active-mode', server: activeMode, setup }
