import type { Harness, WireRequest } from '@active-mode/lab/harness'
import { linesOf, systemText, turn, turnsOf } from './wire.js'

/** Opens a session; without an agent as a person does who chose none. */
export const open = async (harness: Harness, agent?: string): Promise<string> =>
  (await harness.client.createSession(agent === undefined ? {} : { agent })).id

/** Opens a session that has a title, so that the harness asks for none. */
export const openTitled = async (harness: Harness, agent: string): Promise<string> =>
  (await harness.client.createSession({ agent, title: 'a session' })).id

/** What the model was told with a request, in a few words: `nothing`, `director ship`, `unresolvable`. More than one block is an error. */
export const told = (request: WireRequest | undefined): string => {
  if (request === undefined) return 'no such request'
  if (!/Active mode|<!-- \/active-mode/.test(systemText(request))) return 'nothing'
  const [posture = ''] = linesOf(request, 'posture:')
  const bound = /^posture: (director|degraded) — mode `(\S+)` \(agent `(\S+)`\)$/.exec(posture)
  if (bound === null) return posture === 'posture: unresolvable — re-bind from the ledger' ? 'unresolvable' : posture
  return `${String(bound[1])} ${String(bound[2])}${bound[2] === bound[3] ? '' : ` as ${String(bound[3])}`}`
}

/** Whom each turn of a session was for, and what it was told. */
export const story = (harness: Harness, session: string): ReadonlyArray<string> =>
  turnsOf(harness, session).map((request) => `${String(request.agent)}: ${told(request)}`)

/** The reason line of a request's unresolvable block. */
export const reasonOf = (request: WireRequest | undefined): string => {
  const [reason, ...others] = linesOf(request, 'reason:')
  if (reason === undefined || others.length > 0)
    throw new Error(`expected one reason, got ${String(others.length + (reason === undefined ? 0 : 1))}`)
  return reason.slice('reason: '.length)
}

/** The agent line of a conflict between what the session says and what the newest record says. */
export const conflict = (session: string, record: string): string =>
  `the session says agent ${session}, its newest record agent ${record}`

/** How the registry of the tests binds the agents of the tests, as a conflict names it. */
export const named = {
  ship: '`ship` (binds mode `ship`)',
  explore: '`explore` (binds mode `explore`)',
  quartermaster: '`quartermaster` (binds mode `haul`)',
  plan: '`plan` (binds no mode)',
  build: '`build` (binds no mode)',
} as const

/** Runs one turn, which has to be for the agent that was asked for and to end without an error of the harness. */
export const served = async (harness: Harness, session: string, agent: string, text?: string): Promise<WireRequest> => {
  const request = await turn(harness, session, agent, text)
  if (request.agent !== agent) throw new Error(`the turn of ${agent} was for ${String(request.agent)}`)
  const last = (await harness.client.messages(session, 1)).at(-1)
  if (last?.info.role !== 'assistant' || last.info.error !== undefined || last.info.time.completed === undefined)
    throw new Error(`the turn of ${agent} did not end well: ${JSON.stringify(last?.info)}`)
  return request
}

/** What the plugin wrote of a session into the harness's own log, once there are so many lines. */
export const saidOf = async (
  harness: Harness,
  session: string,
  count: number,
  ms?: number,
): Promise<ReadonlyArray<string>> => {
  const said = () =>
    harness
      .logs()
      .split('\n')
      .flatMap((line) => {
        const [, level, message] = /level=(\S+) .*message="session `[^`]+`: (.*)"/.exec(line) ?? []
        return line.includes(`\`${session}\``) && message !== undefined ? [`${String(level)} ${message}`] : []
      })
  await eventually(`${String(count)} log lines of session ${session}`, () => said().length >= count, ms)
  return said()
}

/** Waits until a claim holds; says what it waited for where it never does. */
export const eventually = async (what: string, claim: () => boolean | Promise<boolean>, ms = 15_000): Promise<void> => {
  const end = Date.now() + ms
  while (!(await claim())) {
    if (Date.now() > end) throw new Error(`not within ${String(ms)} ms: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
