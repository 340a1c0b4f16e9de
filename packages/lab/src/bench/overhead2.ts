import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { registryFiles } from '@active-mode/fixtures/registry'
import { bootHarness2 } from '@active-mode/lab/harness2'
import { builtServer } from '../../../../tools/build/buildPlugin.js'
import { bundlePlugin } from '../plugins/bundlePlugin.js'
import type { Overhead2Report, Turn2Times } from '../plugins/overhead2.js'
import type { Figure } from './Figure.js'
import { inBenchFolder } from './inBenchFolder.js'
import { median, warm } from './measure.js'

/**
 * What a turn of the harness 2.x pays for the built plugin, measured inside it. No session is asked there, so the whole hook is the
 * plugin's own; it is held against `firstMs`, the whole hook that decides on 1.x, measured just before.
 */
export const overhead2Figures = (firstMs: number): Promise<ReadonlyArray<Figure>> =>
  inBenchFolder(async (folder) => {
    const report = await probe2In(folder)
    const [off, on] = [warm(report.off), warm(report.on)]
    const contextMs = median(on.map(wholeOf))
    const name = 'in the harness 2.x, 2 bundles:'
    return [
      { name: `${name} the whole hook that decides`, value: contextMs, unit: 'ms', target: { atMost: 0.25 } },
      {
        name: `${name} that hook against the whole one of 1.x, session.get included`,
        value: (contextMs / firstMs) * 100,
        unit: '%',
        target: { atMost: 10 },
      },
      { name: `${name} the same hook without the decision log`, value: median(off.map(wholeOf)) * 1000, unit: 'µs' },
      { name: `${name} all hooks of a turn`, value: median(on.map(({ hooksMs }) => hooksMs)) * 1000, unit: 'µs' },
    ]
  })

const wholeOf = ({ contextMs }: Turn2Times): number => contextMs

const probe2In = async (folder: string): Promise<Overhead2Report> => {
  const output = join(folder, 'report.json')
  const decisionLog = join(folder, 'decisions')
  const source = bundlePlugin('overhead2', { plugin: builtServer, output, decisionLog, turns: 400 })
  const harness = await bootHarness2({
    plugins: [{ name: 'bench', source }],
    agents: [{ id: 'ship', system: 'You direct the ship mode.' }],
    registry: registryFiles('two-modes'),
  })
  try {
    const { id } = await harness.client.createSession({ agent: 'ship', title: 'a session' })
    await harness.client.turn(id, 'go on', 280_000)
    const report: Overhead2Report = JSON.parse(readFileSync(output, 'utf8'))
    if (report.unspliced > 0) throw new Error('bench: a turn of 2.x got no block')
    if (report.unlogged !== 0)
      throw new Error('bench: the decision log of 2.x lacks the line of a turn, or that its block went out')
    return report
  } finally {
    await harness.stop()
  }
}
