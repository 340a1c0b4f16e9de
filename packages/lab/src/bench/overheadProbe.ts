/** One turn of the plugin under test, in milliseconds. */
export interface TurnTimes {
  /** All hooks of the turn, the one of them that decides and splices, and how much of that `session.get` took. */
  readonly hooksMs: number
  readonly spliceMs: number
  readonly getMs: number
  /** From the first hook until all is done: with the log, until its line is on disk. */
  readonly wholeMs: number
}

/** What the probe found. `off` and `on` are without and with the decision log, turn by turn. */
export interface ProbeReport {
  readonly off: ReadonlyArray<TurnTimes>
  readonly on: ReadonlyArray<TurnTimes>
  /**
   * Turns that got no block, lines of the log that are missing, and reads of messages, which no plain turn needs. Each is an error of the
   * bench.
   */
  readonly unspliced: number
  readonly unlogged: number
  readonly reads: number
}

export interface ProbeSettings {
  /** The built plugin, and where the probe writes its report. */
  readonly plugin: string
  readonly output: string
  readonly decisionLog: string
  /** Turns on each side. */
  readonly turns: number
}

/**
 * A plugin of the harness that, once a turn's parameters are made, plays the hooks of that turn again and again on two
 * instances of the plugin under test, without and with the decision log: A B B A. The log works after the hooks, so each
 * turn is over only when its line is on disk; else its work would hide in the next turn's wait for the harness.
 */
export const overheadProbe = (settings: ProbeSettings): string => `
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate, setTimeout } from 'node:timers/promises'
const settings = ${JSON.stringify(settings)}
const { default: plugin } = await import(settings.plugin)

export default async (input) => {
  const report = { off: [], on: [], unspliced: 0, unlogged: 0, reads: 0 }
  let getMs = 0
  const get = async (request) => {
    const start = performance.now()
    const answer = await input.client.session.get(request)
    getMs += performance.now() - start
    return answer
  }
  const messages = (request) => {
    report.reads += 1
    return input.client.session.messages(request)
  }
  const session = new Proxy(input.client.session, { get: (target, key) => (key === 'get' ? get : key === 'messages' ? messages : Reflect.get(target, key)) })
  const client = new Proxy(input.client, { get: (target, key) => (key === 'session' ? session : Reflect.get(target, key)) })
  const sides = {
    off: await plugin({ ...input, client }, { decisionLog: false }),
    on: await plugin({ ...input, client }, { decisionLog: settings.decisionLog }),
  }
  const seen = {}

  const logBytes = () => {
    try {
      return statSync(join(settings.decisionLog, seen.system[0].sessionID + '.jsonl')).size
    } catch {
      return 0
    }
  }
  const turn = async (side) => {
    const system = [...seen.system[1].system]
    const bytes = logBytes()
    getMs = 0
    const start = performance.now()
    await sides[side]['experimental.chat.messages.transform'](...seen.messages)
    const spliceStart = performance.now()
    await sides[side]['experimental.chat.system.transform'](seen.system[0], { system })
    const spliceMs = performance.now() - spliceStart
    await sides[side]['chat.params'](...seen.params)
    const hooksMs = performance.now() - start
    do await setImmediate()
    while (side === 'on' && logBytes() === bytes && performance.now() - start < 1000)
    report[side].push({ hooksMs, spliceMs, getMs, wholeMs: performance.now() - start })
    if (!system.join().includes('## Active mode')) report.unspliced += 1
    if (side === 'on') report.unlogged += 1
    await setTimeout(1)
  }
  const measure = async () => {
    // The harness tells of a message when it stores it, before the turn.
    for (const side of Object.values(sides)) await side['chat.message'](...seen.message)
    for (let each = 0; each < settings.turns; each += 1) for (const side of each % 2 === 0 ? ['off', 'on'] : ['on', 'off']) await turn(side)
    await setTimeout(200)
    const files = readdirSync(settings.decisionLog).filter((name) => name.endsWith('.jsonl'))
    for (const name of files) report.unlogged -= readFileSync(join(settings.decisionLog, name), 'utf8').trim().split('\\n').length
    writeFileSync(settings.output, JSON.stringify(report))
  }
  return {
    'chat.message': async (...given) => {
      seen.message ??= given
    },
    'experimental.chat.messages.transform': async (...given) => {
      seen.messages ??= given
    },
    'experimental.chat.system.transform': async (...given) => {
      if (given[1].system.join().includes('<env>')) seen.system ??= given
    },
    'chat.params': async (...given) => {
      if (seen.system === undefined || seen.params !== undefined) return
      seen.params = given
      await measure()
    },
  }
}
`
