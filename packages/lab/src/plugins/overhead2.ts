import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Context, Events, Plugin2, StreamEvent, SystemEvent } from './api2.js'
import { settingsOf } from './settings.js'

/** One turn of the plugin under test on the harness 2.x, in milliseconds. */
export interface Turn2Times {
  /** The whole hook that decides, and all hooks of the turn: those that look at what goes out, too. */
  readonly contextMs: number
  readonly hooksMs: number
}

/** What was found. `off` and `on` are without and with the decision log, turn by turn. */
export interface Overhead2Report {
  readonly off: Turn2Times[]
  readonly on: Turn2Times[]
  /** Turns that got no block, and lines that are missing in the log or do not say that it was seen to go out. Either is an error of the bench. */
  unspliced: number
  unlogged: number
}

export interface Overhead2Settings {
  /** The built plugin, and where the report is written. */
  readonly plugin: string
  readonly output: string
  readonly decisionLog: string
  /** Turns on each side. */
  readonly turns: number
}

type Side = 'off' | 'on'

const settings = settingsOf<Overhead2Settings>()
const { default: plugin }: { readonly default: Plugin2 } = await import(settings.plugin)

/** An instance of the plugin under test, with hooks and events of its own. */
const sideOf = (ctx: Context, options: unknown) => {
  const hooks: { [N in keyof Events]?: (event: Events[N]) => unknown } = {}
  const waiting: StreamEvent[] = []
  let wake: (() => void) | undefined
  const subscribe = async function* () {
    for (;;) {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) yield next
      await new Promise<void>((resolve) => (wake = resolve))
    }
  }
  const session: Context['session'] = {
    hook: (name, hook) => {
      Object.assign(hooks, { [name]: hook })
    },
    get: (options) => ctx.session.get(options),
  }
  plugin.setup({
    ...(ctx.app === undefined ? {} : { app: ctx.app }),
    location: ctx.location,
    options,
    session,
    event: { subscribe },
  })
  const tell = (event: StreamEvent): void => {
    waiting.push(event)
    wake?.()
  }
  return { hooks, tell }
}

const order: Readonly<Record<0 | 1, ReadonlyArray<Side>>> = { 0: ['off', 'on'], 1: ['on', 'off'] }

/** Plays the hooks of a request again and again on two instances: A B B A. Each has a session of its own, since what is open of one lives in the process. */
const measure = async (ctx: Context, seen: SystemEvent): Promise<void> => {
  const sides = { off: sideOf(ctx, { decisionLog: false }), on: sideOf(ctx, { decisionLog: settings.decisionLog }) }
  const stem = String(seen.sessionID).slice(0, -2)
  const sessions = { off: `${stem}Xx`, on: `${stem}Yy` }
  const report: Overhead2Report = { off: [], on: [], unspliced: 0, unlogged: settings.turns }

  const turn = async (side: Side): Promise<void> => {
    const { hooks, tell } = sides[side]
    const sessionID = sessions[side]
    const event: SystemEvent = { ...seen, sessionID, system: seen.system.map((part) => ({ ...part })) }
    const start = performance.now()
    await hooks.context?.(event)
    const contextMs = performance.now() - start
    if (event.system.at(-1)?.text.includes('## Active mode') !== true) report.unspliced += 1
    const request = new Request('http://127.0.0.1/', { method: 'POST', body: JSON.stringify({ system: event.system }) })
    const sent = { sessionID, agent: seen.agent, kind: 'primary', headers: {}, request }
    const out = performance.now()
    await hooks['model.request']?.(sent)
    await hooks['http.request']?.({ ...sent })
    report[side].push({ contextMs, hooksMs: contextMs + performance.now() - out })
    // The request answers, and the harness tells of its message.
    await setTimeout(1)
    tell({ type: 'session.step.started', data: { sessionID, assistantMessageID: 'msg_22bfe98fb001kTqXwZbNcVdRfG' } })
    await setTimeout(1)
  }
  for (let each = 0; each < settings.turns; each += 1)
    for (const side of order[each % 2 === 0 ? 0 : 1]) await turn(side)
  await setTimeout(500)
  for (const name of readdirSync(settings.decisionLog).filter((file) => file.endsWith('.jsonl')))
    report.unlogged -= readFileSync(join(settings.decisionLog, name), 'utf8').match(/"delivered":true/g)?.length ?? 0
  writeFileSync(settings.output, JSON.stringify(report))
}

/** Measures at the first request of a turn, with what its hook was given. */
const overhead2: Plugin2 = {
  id: 'bench',
  setup: (ctx) => {
    let isDone = false
    ctx.session.hook('context', async (event) => {
      if (isDone) return
      isDone = true
      await measure(ctx, event)
    })
    return undefined
  },
}

export default overhead2
