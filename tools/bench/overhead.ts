import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bootHarness } from '@active-mode/fixtures/harness'
import { registryFiles } from '@active-mode/fixtures/registry'
import { builtPlugin, buildPlugin } from '../buildPlugin.js'
import type { Figure } from './Figure.js'
import { median } from './measure.js'

/** How often the hook is called inside the harness. */
const calls = 400

/**
 * A plugin that, once a turn is prepared, calls the hook of the plugin under test again and again with the harness's own
 * client, and notes for each call the whole time and the time that its `session.get` took.
 */
const source = (plugin: string, output: string): string => `
import { writeFileSync } from 'node:fs'
import plugin from ${JSON.stringify(plugin)}

export default async (input, options) => {
  let getMs = 0
  const get = async (request) => {
    const start = performance.now()
    const answer = await input.client.session.get(request)
    getMs += performance.now() - start
    return answer
  }
  const session = new Proxy(input.client.session, { get: (target, key) => (key === 'get' ? get : Reflect.get(target, key)) })
  const client = new Proxy(input.client, { get: (target, key) => (key === 'session' ? session : Reflect.get(target, key)) })
  const hooks = await plugin({ ...input, client }, {})
  let isDone = false
  return {
    'experimental.chat.messages.transform': (input, output) => hooks['experimental.chat.messages.transform'](input, output),
    'experimental.chat.system.transform': async (input, output) => {
      if (isDone || !output.system.join().includes('<env>')) return
      isDone = true
      const times = []
      for (let call = 0; call < ${calls}; call += 1) {
        const system = [...output.system]
        getMs = 0
        const start = performance.now()
        await hooks['experimental.chat.system.transform'](input, { system })
        times.push({ ms: performance.now() - start, getMs, spliced: system.join().includes('## Active mode') })
      }
      writeFileSync(${JSON.stringify(output)}, JSON.stringify(times))
    },
  }
}
`

interface Timing {
  readonly ms: number
  readonly getMs: number
  readonly spliced: boolean
}

/** What a request pays for the plugin beyond the harness's own round trip, inside the harness and its runtime. */
export const overheadFigures = async (): Promise<ReadonlyArray<Figure>> => {
  await buildPlugin()
  const folder = mkdtempSync(join(tmpdir(), 'active-mode-bench-'))
  const output = join(folder, 'times.json')
  const harness = await bootHarness({
    plugins: [{ name: 'bench', source: source(builtPlugin, output) }],
    agents: [{ id: 'ship', prompt: 'You direct the ship mode.' }],
    registry: registryFiles('two-modes'),
  })
  try {
    await new Promise((resolve) => setTimeout(resolve, 300))
    const { id } = await harness.client.createSession({ agent: 'ship' })
    await harness.client.prompt(id, { agent: 'ship', text: 'go on', timeoutMs: 60_000 })
    const timings: ReadonlyArray<Timing> = JSON.parse(readFileSync(output, 'utf8'))
    if (!timings.every(({ spliced }) => spliced)) throw new Error('bench: a call of the hook spliced no block')
    const warm = timings.slice(timings.length / 4)
    const get = median(warm.map(({ getMs }) => getMs))
    const own = median(warm.map(({ ms, getMs }) => ms - getMs))
    return [
      { name: "in the harness, 2 bundles: session.get's round trip", value: get * 1000, unit: 'µs' },
      { name: 'in the harness, 2 bundles: the rest of the hook', value: own * 1000, unit: 'µs' },
      { name: 'in the harness, 2 bundles: the rest against session.get', value: (own / get) * 100, unit: '%', target: { atMost: 5 } },
    ]
  } finally {
    await harness.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
