import { build } from 'esbuild'
import { fileURLToPath } from 'node:url'

const packageFolder = fileURLToPath(new URL('../packages/harness-adapter/', import.meta.url))

/** Where the built plugin lies: the one file that a user installs. */
export const builtPlugin = `${packageFolder}dist/active-mode.js`

/** Bundles the plugin into one ESM file with `node:` imports only. It stays readable: people are asked to trust it. */
export const buildPlugin = async (): Promise<void> => {
  await build({
    absWorkingDir: packageFolder,
    entryPoints: ['src/index.ts'],
    outfile: builtPlugin,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    charset: 'utf8',
    legalComments: 'eof',
    logLevel: 'warning',
    conditions: ['@active-mode/source'],
    // fp-ts and io-ts offer their ES modules under another folder; the CommonJS ones would not shake.
    mainFields: ['module', 'main'],
    alias: { 'fp-ts/lib': 'fp-ts/es6', 'io-ts/lib': 'io-ts/es6' },
  })
}
