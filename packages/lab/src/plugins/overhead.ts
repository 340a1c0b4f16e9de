import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Client, Hooks, Plugin, PluginInput } from './api.js'
import { settingsOf } from './settings.js'

/** One turn of the plugin under test, in milliseconds. */
export interface TurnTimes {
  /** All hooks of the turn, the one of them that decides and splices, and how much of that `session.get` took. */
  readonly hooksMs: number
  readonly spliceMs: number
  readonly getMs: number
  /** From the first hook until all is done: with the log, until its line is on disk. */
  readonly wholeMs: number
}

/** What was found. `off` and `on` are without and with the decision log, turn by turn. */
export interface OverheadReport {
  readonly off: TurnTimes[]
  readonly on: TurnTimes[]
  /**
   * Turns that got no block, lines of the log that are missing, and reads of messages, which no plain turn needs. Each is an error of the
   * bench.
   */
  unspliced: number
  unlogged: number
  reads: number
}

export interface OverheadSettings {
  /** The built plugin, and where the report is written. */
  readonly plugin: string
  readonly output: string
  readonly decisionLog: string
  /** Turns on each side. */
  readonly turns: number
}

type Side = 'off' | 'on'
type Hooked =
  'chat.message' | 'experimental.chat.messages.transform' | 'experimental.chat.system.transform' | 'chat.params'
type Played = { readonly [H in Hooked]: NonNullable<Hooks[H]> }
type Given = { [H in Hooked]?: Parameters<Played[H]> }

const settings = settingsOf<OverheadSettings>()
const { default: create }: { readonly default: (input: PluginInput, options: unknown) => Promise<Played> } =
  await import(settings.plugin)

const order: Readonly<Record<0 | 1, ReadonlyArray<Side>>> = { 0: ['off', 'on'], 1: ['on', 'off'] }

/** Plays the hooks of a turn again and again on two instances of the plugin under test: A B B A. */
const measure = async (input: PluginInput, seen: Required<Given>): Promise<void> => {
  const report: OverheadReport = { off: [], on: [], unspliced: 0, unlogged: 0, reads: 0 }
  let getMs = 0
  const { session } = input.client
  const timed: Partial<Client['session']> = {
    get: async (request) => {
      const start = performance.now()
      const answer = await session.get(request)
      getMs += performance.now() - start
      return answer
    },
    messages: (request) => {
      report.reads += 1
      return session.messages(request)
    },
  }
  const over = <A extends object>(below: A, above: Partial<A>): A =>
    new Proxy(below, { get: (target, key) => Reflect.get(Object.hasOwn(above, key) ? above : target, key) })
  const client = over(input.client, { session: over(session, timed) })
  const sides = {
    off: await create({ ...input, client }, { decisionLog: false }),
    on: await create({ ...input, client }, { decisionLog: settings.decisionLog }),
  }
  const [systemInput, { system: systemText }] = seen['experimental.chat.system.transform']
  const logBytes = (): number =>
    statSync(join(settings.decisionLog, `${String(systemInput.sessionID)}.jsonl`), { throwIfNoEntry: false })?.size ?? 0

  const turn = async (side: Side): Promise<void> => {
    const hooks = sides[side]
    const system = [...systemText]
    const bytes = logBytes()
    getMs = 0
    const start = performance.now()
    await hooks['experimental.chat.messages.transform'](...seen['experimental.chat.messages.transform'])
    const spliceStart = performance.now()
    await hooks['experimental.chat.system.transform'](systemInput, { system })
    const spliceMs = performance.now() - spliceStart
    await hooks['chat.params'](...seen['chat.params'])
    const hooksMs = performance.now() - start
    // The log works after the hooks: a turn is over when its line is on disk, or its work would hide in the next turn's wait.
    do await setImmediate()
    while (side === 'on' && logBytes() === bytes && performance.now() - start < 1000)
    report[side].push({ hooksMs, spliceMs, getMs, wholeMs: performance.now() - start })
    if (!system.join().includes('## Active mode')) report.unspliced += 1
    if (side === 'on') report.unlogged += 1
    await setTimeout(1)
  }

  // The harness tells of a message when it stores it, before the turn.
  for (const side of Object.values(sides)) await side['chat.message'](...seen['chat.message'])
  for (let each = 0; each < settings.turns; each += 1)
    for (const side of order[each % 2 === 0 ? 0 : 1]) await turn(side)
  await setTimeout(200)
  for (const name of readdirSync(settings.decisionLog).filter((file) => file.endsWith('.jsonl')))
    report.unlogged -= readFileSync(join(settings.decisionLog, name), 'utf8').trim().split('\n').length
  writeFileSync(settings.output, JSON.stringify(report))
}

/** Once a turn's parameters are made, measures with what its hooks were given. */
const overhead: Plugin = async (input) => {
  const seen: Given = {}
  const isWhole = (given: Given): given is Required<Given> => Object.keys(given).length === 4
  return {
    'chat.message': async (...given) => {
      seen['chat.message'] ??= given
    },
    'experimental.chat.messages.transform': async (...given) => {
      seen['experimental.chat.messages.transform'] ??= given
    },
    'experimental.chat.system.transform': async (...given) => {
      if (given[1].system.join().includes('<env>')) seen['experimental.chat.system.transform'] ??= given
    },
    'chat.params': async (...given) => {
      if (seen['experimental.chat.system.transform'] === undefined || seen['chat.params'] !== undefined) return
      seen['chat.params'] = given
      if (isWhole(seen)) await measure(input, seen)
    },
  }
}

export default overhead
