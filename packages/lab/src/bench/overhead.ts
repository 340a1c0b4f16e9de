import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { registryFiles, registryFixture } from '@active-mode/fixtures/registry'
import { bootHarness } from '@active-mode/lab/harness'
import { buildPlugin, builtPlugin } from '../../../../tools/build/buildPlugin.js'
import { bundlePlugin } from '../plugins/bundlePlugin.js'
import type { OverheadReport, TurnTimes } from '../plugins/overhead.js'
import type { Figure } from './Figure.js'
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
  const folder = mkdtempSync(join(tmpdir(), 'active-mode-bench-'))
  try {
    const report = await probeIn(folder)
    const [off, on] = [warm(report.off), warm(report.on)]
    const get = median([...off, ...on].map(({ getMs }) => getMs))
    const firstMs = median(on.map(({ spliceMs }) => spliceMs))
    // At once after it, so that both see the same machine.
    const second = await overhead2Figures(firstMs)
    const { pluginMs, logMs } = await cpuIn(folder)
    const name = 'in the harness, 2 bundles:'
    return [
      { name: `${name} session.get's round trip`, value: get * 1000, unit: 'µs' },
      { name: `${name} the rest of the hook that decides`, value: median(on.map(spliceOwnMs)) * 1000, unit: 'µs' },
      {
        name: `${name} the rest of that hook against session.get`,
        value: (median(on.map(spliceOwnMs)) / get) * 100,
        unit: '%',
        target: { atMost: 5 },
      },
      { name: `${name} the whole hook that decides`, value: firstMs, unit: 'ms' },
      {
        name: `${name} all hooks of a turn, the two that take notes too, against session.get`,
        value: (median(on.map(ownMs)) / get) * 100,
        unit: '%',
      },
      {
        name: `${name} all hooks of a turn, without the decision log`,
        value: median(off.map(ownMs)) * 1000,
        unit: 'µs',
      },
      { name: `${name} all hooks of a turn, with it`, value: median(on.map(ownMs)) * 1000, unit: 'µs' },
      {
        name: `${name} a turn with the log until its line is on disk, over one without`,
        value: (median(on.map(restMs)) - median(off.map(restMs))) * 1000,
        unit: 'µs',
      },
      {
        name: `in the harness's runtime, 2 bundles: processor time of a turn without the log`,
        value: pluginMs * 1000,
        unit: 'µs',
      },
      {
        name: `in the harness's runtime, 2 bundles: processor time of the log, all threads`,
        value: logMs * 1000,
        unit: 'µs',
      },
      ...second,
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const ownMs = ({ hooksMs, getMs }: TurnTimes): number => hooksMs - getMs

const spliceOwnMs = ({ spliceMs, getMs }: TurnTimes): number => spliceMs - getMs

const restMs = ({ wholeMs, getMs }: TurnTimes): number => wholeMs - getMs

const probeIn = async (folder: string): Promise<OverheadReport> => {
  const output = join(folder, 'report.json')
  const harness = await bootHarness({
    plugins: [
      {
        name: 'bench',
        source: bundlePlugin('overhead', {
          plugin: builtPlugin,
          output,
          decisionLog: join(folder, 'decisions'),
          turns: 400,
        }),
      },
    ],
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
