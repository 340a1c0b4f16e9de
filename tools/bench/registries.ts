import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { harnessBinary } from '@active-mode/fixtures/harness'
import { stageRegistry } from '@active-mode/fixtures/registry'
import type { Figure } from './Figure.js'
import { registryFigures } from './registry.js'

const sizes = [2, 10, 100, 1000]

/** Files this young are read again by the reader, since two edits could share their times. In milliseconds. */
const settlingMs = 200

/** What registries of all sizes cost a request: in Node, and in the harness's own runtime, where the reader really runs. */
export const registriesFigures = async (): Promise<ReadonlyArray<Figure>> => {
  const folder = mkdtempSync(join(tmpdir(), 'active-mode-bench-'))
  try {
    const roots = sizes.map((bundles) => [bundles, join(folder, String(bundles))] as const)
    for (const [bundles, root] of roots) await stageRegistry(root, { copies: bundles })
    await new Promise((resolve) => setTimeout(resolve, settlingMs))
    const figures: Array<Figure> = []
    for (const [bundles, root] of roots) figures.push(...(await registryFigures(bundles, root, 'in Node')))
    await new Promise((resolve) => setTimeout(resolve, settlingMs))
    return [...figures, ...(await inHarness(folder, roots))]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const inHarness = async (folder: string, roots: ReadonlyArray<readonly [number, string]>): Promise<ReadonlyArray<Figure>> => {
  const binary = harnessBinary()
  if (binary._tag === 'missing') throw new Error(`bench: ${binary.detail}`)
  const script = join(folder, 'registry.mjs')
  await build({
    entryPoints: [fileURLToPath(new URL('./registryInHarness.ts', import.meta.url))],
    outfile: script,
    bundle: true,
    format: 'esm',
    platform: 'node',
    conditions: ['@active-mode/source'],
    mainFields: ['module', 'main'],
    logLevel: 'error',
  })
  const output = execFileSync(binary.path, [script, ...roots.flatMap(([bundles, root]) => [String(bundles), root])], {
    env: { ...process.env, BUN_BE_BUN: '1' },
    encoding: 'utf8',
    maxBuffer: 1 << 20,
  })
  return JSON.parse(output) as ReadonlyArray<Figure>
}
