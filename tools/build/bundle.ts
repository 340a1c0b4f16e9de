import type { BuildOptions } from 'esbuild'

/** How sources of this project become one file for Node or the harness's runtime, with `node:` imports only. */
export const bundled = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'warning',
  conditions: ['@active-mode/source'],
  // fp-ts and io-ts offer their ES modules under another folder; the CommonJS ones would not shake.
  mainFields: ['module', 'main'],
  alias: { 'fp-ts/lib': 'fp-ts/es6', 'io-ts/lib': 'io-ts/es6' },
} satisfies BuildOptions
