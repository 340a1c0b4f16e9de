/** One turn of the plugin under test on the harness 2.x, in milliseconds. */
export interface Turn2Times {
  /** The whole hook that decides, and all hooks of the turn: those that look at what goes out, too. */
  readonly contextMs: number
  readonly hooksMs: number
}

/** What the probe found. `off` and `on` are without and with the decision log, turn by turn. */
export interface Probe2Report {
  readonly off: ReadonlyArray<Turn2Times>
  readonly on: ReadonlyArray<Turn2Times>
  /** Turns that got no block, and lines that are missing in the log or do not say that it was seen to go out. Either is an error of the bench. */
  readonly unspliced: number
  readonly unlogged: number
}

export interface Probe2Settings {
  /** The built plugin, and where the probe writes its report. */
  readonly plugin: string
  readonly output: string
  readonly decisionLog: string
  /** Turns on each side. */
  readonly turns: number
}

/**
 * A plugin of the harness 2.x that, at the first request of a turn, plays that request's hooks again and again on two instances of the
 * plugin under test, without and with the decision log: A B B A. Each instance has a session of its own, since what is open of one lives
 * in the process.
 */
export const overhead2Probe = (settings: Probe2Settings): string => `
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import plugin from ${JSON.stringify(settings.plugin)}
const settings = ${JSON.stringify(settings)}

const sideOf = (ctx, options) => {
  const hooks = {}
  const waiting = []
  let wake = () => {}
  const subscribe = async function* () {
    for (;;) {
      while (waiting.length > 0) yield waiting.shift()
      await new Promise((resolve) => { wake = resolve })
    }
  }
  plugin.setup({ app: ctx.app, location: ctx.location, options, session: { hook: (name, hook) => { hooks[name] = hook } }, event: { subscribe } })
  return { hooks, tell: (event) => { waiting.push(event); wake() } }
}

const measure = async (ctx, seen) => {
  const sides = { off: sideOf(ctx, { decisionLog: false }), on: sideOf(ctx, { decisionLog: settings.decisionLog }) }
  const sessions = { off: seen.sessionID.slice(0, -2) + 'Xx', on: seen.sessionID.slice(0, -2) + 'Yy' }
  const report = { off: [], on: [], unspliced: 0, unlogged: settings.turns }

  const turn = async (side) => {
    const { hooks, tell } = sides[side]
    const sessionID = sessions[side]
    const event = { ...seen, sessionID, system: seen.system.map((part) => ({ ...part })) }
    const start = performance.now()
    await hooks.context(event)
    const contextMs = performance.now() - start
    const block = event.system.at(-1).text
    if (!block.includes('## Active mode')) report.unspliced += 1
    const request = new Request('http://127.0.0.1/', { method: 'POST', body: JSON.stringify({ system: event.system }) })
    const sent = { sessionID, agent: seen.agent, kind: 'primary' }
    const out = performance.now()
    await hooks['model.request'](sent)
    await hooks['http.request']({ ...sent, request })
    report[side].push({ contextMs, hooksMs: contextMs + performance.now() - out })
    // The request answers, and the harness tells of its message.
    await setTimeout(1)
    tell({ type: 'session.step.started', data: { sessionID, assistantMessageID: 'msg_22bfe98fb001kTqXwZbNcVdRfG' } })
    await setTimeout(1)
  }
  for (let each = 0; each < settings.turns; each += 1) for (const side of each % 2 === 0 ? ['off', 'on'] : ['on', 'off']) await turn(side)
  await setTimeout(500)
  for (const name of readdirSync(settings.decisionLog).filter((each) => each.endsWith('.jsonl')))
    report.unlogged -= readFileSync(join(settings.decisionLog, name), 'utf8').split('\\n').filter((line) => line.includes('"delivered":true')).length
  writeFileSync(settings.output, JSON.stringify(report))
}

export default {
  id: 'bench',
  setup: (ctx) => {
    let isDone = false
    ctx.session.hook('context', async (event) => {
      if (isDone) return
      isDone = true
      await measure(ctx, event)
    })
  },
}
`
