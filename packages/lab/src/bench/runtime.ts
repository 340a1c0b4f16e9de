import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { harnessBinary } from '@active-mode/lab/harness'

/** A script of the bench as one file in a folder, which both runtimes can run. */
export const bundleScript = async (script: string, folder: string): Promise<string> => {
  const outfile = join(folder, `${script}.mjs`)
  await build({
    entryPoints: [fileURLToPath(new URL(`./${script}.ts`, import.meta.url))],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    conditions: ['@active-mode/source'],
    mainFields: ['module', 'main'],
    logLevel: 'error',
  })
  return outfile
}

/** Runs a file in the harness's own runtime and answers with what it printed. */
export const runInHarness = async (script: string, args: ReadonlyArray<string>): Promise<string> => {
  const binary = await harnessBinary()
  if (binary._tag === 'missing') throw new Error(`bench: ${binary.detail}`)
  return execFileSync(binary.path, [script, ...args], {
    env: { ...process.env, BUN_BE_BUN: '1' },
    encoding: 'utf8',
    maxBuffer: 1 << 20,
  })
}
