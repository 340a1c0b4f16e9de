import { build } from 'esbuild'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundledLicences } from './buildLicences.js'
import { bundled } from './bundle.js'

const packageFolder = fileURLToPath(new URL('../packages/harness-adapter/', import.meta.url))

/** Where the built plugin lies: the one file that a user installs. */
export const builtPlugin = `${packageFolder}dist/active-mode.js`

/** Bundles the plugin into one ESM file with `node:` imports only. It stays readable: people are asked to trust it. */
export const buildPlugin = async (): Promise<void> => {
  const { metafile, outputFiles } = await build({
    ...bundled,
    absWorkingDir: packageFolder,
    entryPoints: ['src/index.ts'],
    outfile: builtPlugin,
    write: false,
    metafile: true,
  })
  const code = outputFiles.map(({ text }) => text).join('')
  mkdirSync(dirname(builtPlugin), { recursive: true })
  // Whole or not at all: a harness may be loading the file that was there.
  const half = `${builtPlugin}.${process.pid}.tmp`
  writeFileSync(half, `${code}\n${bundledLicences(packageFolder, Object.keys(metafile.inputs))}`)
  renameSync(half, builtPlugin)
}
