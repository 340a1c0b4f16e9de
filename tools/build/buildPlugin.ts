import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { bundledLicences } from '../../packages/cli/build/bundledLicences.js'
import { writeIfChanged } from '../../packages/cli/build/writeIfChanged.js'
import { bundled } from './bundle.js'

const packageFolder = fileURLToPath(new URL('../../packages/harness-adapter/', import.meta.url))

/** The folder of the plugin, which a config line of either generation of the harness can name. */
export const pluginFolder = packageFolder.replace(/\/$/, '')

/** The built plugin for the harness 1.x, in one file. */
export const builtPlugin = `${packageFolder}dist/active-mode.js`

/** The built plugin for both generations of the harness, in one file. */
export const builtServer = `${packageFolder}dist/server.js`

/** Bundles the plugin into ESM files with `node:` imports only. They stay readable: people are asked to trust them. */
export const buildPlugin = async (): Promise<void> => {
  await bundle('src/index.ts', builtPlugin)
  await bundle('src/server.ts', builtServer)
}

const bundle = async (entry: string, outfile: string): Promise<void> => {
  const { metafile, outputFiles } = await build({
    ...bundled,
    absWorkingDir: packageFolder,
    entryPoints: [entry],
    outfile,
    write: false,
    metafile: true,
  })
  const code = outputFiles.map(({ text }) => text).join('')
  writeIfChanged(outfile, `${code}\n${bundledLicences(packageFolder, Object.keys(metafile.inputs))}`)
}
