import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { stageRegistry } from '@active-mode/fixtures/registry'
import { type Blocked, blockedFigures } from './blocked.js'
import type { Figure } from './Figure.js'
import { inBenchFolder } from './inBenchFolder.js'
import { largest, registryFigures } from './registry.js'
import { bundleScript, runInHarness } from './runtime.js'

const sizes = [2, 10, 100, largest]

/** Files this young are read again by the reader, since two edits could share their times. In milliseconds. */
const settlingMs = 200

/** What registries of all sizes cost a request: in Node, and in the harness's own runtime, where the reader really runs. */
export const registriesFigures = (): Promise<ReadonlyArray<Figure>> =>
  inBenchFolder(async (folder) => {
    const roots = sizes.map((bundles) => [bundles, join(folder, String(bundles))] as const)
    for (const [bundles, root] of roots) await stageRegistry(root, { copies: bundles })
    await new Promise((resolve) => setTimeout(resolve, settlingMs))
    const figures: Figure[] = []
    for (const [bundles, root] of roots) figures.push(...(await registryFigures(bundles, root, 'in Node')))
    await new Promise((resolve) => setTimeout(resolve, settlingMs))
    figures.push(...(await inHarness(folder, roots)))
    return [...figures, ...(await coldBlocks(folder, join(folder, String(largest))))]
  })

const inHarness = async (
  folder: string,
  roots: ReadonlyArray<readonly [number, string]>,
): Promise<ReadonlyArray<Figure>> => {
  const script = await bundleScript('registryInHarness', folder)
  return JSON.parse(
    await runInHarness(
      script,
      roots.flatMap(([bundles, root]) => [String(bundles), root]),
    ),
  ) as ReadonlyArray<Figure>
}

/** How many processes read a registry cold in each runtime. */
const coldReadings = 9

/** How long a registry that was never read before holds the event loop, in both runtimes in turn. */
const coldBlocks = async (folder: string, root: string): Promise<ReadonlyArray<Figure>> => {
  const script = await bundleScript('coldBlock', folder)
  const measured: (readonly [Blocked, Blocked])[] = []
  for (let reading = 0; reading < coldReadings; reading += 1)
    measured.push([
      JSON.parse(execFileSync(process.execPath, [script, root], { encoding: 'utf8' })) as Blocked,
      JSON.parse(await runInHarness(script, [root])) as Blocked,
    ])
  const name = (runtime: string): string => `registry, ${largest} bundles, ${runtime}: longest blocked event loop, cold`
  return [
    ...blockedFigures(
      name('in Node'),
      measured.map(([node]) => node),
    ),
    ...blockedFigures(
      name('in the harness'),
      measured.map(([, harness]) => harness),
    ),
  ]
}
