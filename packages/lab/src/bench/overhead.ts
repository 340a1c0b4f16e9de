import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { registryFiles, registryFixture } from '@active-mode/fixtures/registry'
import { bootHarness } from '@active-mode/lab/harness'
import { buildPlugin, builtPlugin } from '../../../../tools/build/buildPlugin.js'
import { bundlePlugin } from '../plugins/bundlePlugin.js'
import type { OverheadReport, TurnTimes } from '../plugins/overhead.js'
import type { Figure } from './Figure.js'
import { inBenchFolder } from './inBenchFolder.js'
import { median, warm } from './measure.js'
import { overhead2Figures } from './overhead2.js'
import { bundleScript, runInHarness } from './runtime.js'

/**
 * What a turn pays for the plugin beyond the harness's own round trip, in the harness's runtime: what the hooks take longer
 * than `session.get`, measured inside the harness, and the processor time of the decision log, which works after them,
 * while the model answers, and which no request waits for. Beside it, the same of the harness 2.x.
 */
export const overheadFigures = async (): Promise<ReadonlyArray<Figure>> => {
  await buildPlugin()
  return inBenchFolder(async (folder) => {
    const report = await probeIn(folder)
    const [off, on] = [warm(report.off), warm(report.on)]
    const get = median([...off, ...on].map(({ getMs }) => getMs))
    const firstMs = median(on.map(({ spliceMs }) => spliceMs))
    // At once after it, so that both see the same machine.
    const second = await overhead2Figures(firstMs)
    const { pluginMs, logMs } = await cpuIn(folder)
    const [decidesMs, allMs] = [median(on.map(spliceOwnMs)), median(on.map(ownMs))]
    const lineMs = median(on.map(restMs)) - median(off.map(restMs))
    const all = 'all hooks of a turn'
    const harness = (name: string, value: number, unit: Figure['unit']): Figure => ({
      name: `in the harness, 2 bundles: ${name}`,
      value,
      unit,
    })
    const runtime = (name: string, ms: number): Figure => ({
      name: `in the harness's runtime, 2 bundles: processor time of ${name}`,
      value: ms * 1000,
      unit: 'µs',
    })
    return [
      harness("session.get's round trip", get * 1000, 'µs'),
      harness('the rest of the hook that decides', decidesMs * 1000, 'µs'),
      { ...harness('the rest of that hook against session.get', (decidesMs / get) * 100, '%'), target: { atMost: 5 } },
      harness('the whole hook that decides', firstMs, 'ms'),
      harness(`${all}, the two that take notes too, against session.get`, (allMs / get) * 100, '%'),
      harness(`${all}, without the decision log`, median(off.map(ownMs)) * 1000, 'µs'),
      harness(`${all}, with it`, allMs * 1000, 'µs'),
      harness('a turn with the log until its line is on disk, over one without', lineMs * 1000, 'µs'),
      runtime('a turn without the log', pluginMs),
      runtime('the log, all threads', logMs),
      ...second,
    ]
  })
}

const ownMs = ({ hooksMs, getMs }: TurnTimes): number => hooksMs - getMs

const spliceOwnMs = ({ spliceMs, getMs }: TurnTimes): number => spliceMs - getMs

const restMs = ({ wholeMs, getMs }: TurnTimes): number => wholeMs - getMs

const probeIn = async (folder: string): Promise<OverheadReport> => {
  const output = join(folder, 'report.json')
  const decisionLog = join(folder, 'decisions')
  const source = bundlePlugin('overhead', { plugin: builtPlugin, output, decisionLog, turns: 400 })
  const harness = await bootHarness({
    plugins: [{ name: 'bench', source }],
    agents: [{ id: 'ship', prompt: 'You direct the ship mode.' }],
    registry: registryFiles('two-modes'),
  })
  try {
    await new Promise((resolve) => setTimeout(resolve, 300))
    const { id } = await harness.client.createSession({ agent: 'ship', title: 'a session' })
    await harness.client.prompt(id, { agent: 'ship', text: 'go on', timeoutMs: 280_000 })
    const report: OverheadReport = JSON.parse(readFileSync(output, 'utf8'))
    if (report.unspliced > 0) throw new Error('bench: a turn got no block')
    if (report.unlogged > 0) throw new Error('bench: a turn has no line in the decision log')
    if (report.reads > 0) throw new Error('bench: a plain turn read messages')
    return report
  } finally {
    await harness.stop()
  }
}

/** Processor time of a turn, medians of the differences batch by batch. */
const cpuIn = async (folder: string): Promise<{ readonly pluginMs: number; readonly logMs: number }> => {
  const output = join(folder, 'cpu.json')
  await runInHarness(await bundleScript('turnCpu', folder), [
    builtPlugin,
    registryFixture('two-modes'),
    join(folder, 'more-decisions'),
    output,
  ])
  const batches: ReadonlyArray<readonly [number, number, number]> = warm(JSON.parse(readFileSync(output, 'utf8')))
  return {
    pluginMs: median(batches.map(([none, off]) => off - none)),
    logMs: median(batches.map(([, off, on]) => on - off)),
  }
}
