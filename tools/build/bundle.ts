import { readFileSync } from 'node:fs'
import type { BuildOptions, Plugin } from 'esbuild'

/** io-ts marks its classes as free of side effects in words that esbuild does not read. In esbuild's own, those that nothing uses are left out. */
const shakeIoTs: Plugin = {
  name: 'shake-io-ts',
  setup: ({ onLoad }) => {
    onLoad({ filter: /io-ts[\\/]es6[\\/]index\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8')
        .replaceAll('/** @class */ (', '/* @__PURE__ */ (')
        .replace(/^export var \w+ = (?=new |\w+\()/gm, '$&/* @__PURE__ */ '),
    }))
  },
}

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
  plugins: [shakeIoTs],
  alias: { 'fp-ts/lib': 'fp-ts/es6', 'io-ts/lib': 'io-ts/es6' },
} satisfies BuildOptions
