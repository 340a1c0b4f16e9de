import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type BuildOptions } from 'esbuild'
import { bundledLicences } from './bundledLicences.js'
import { writeIfChanged } from './writeIfChanged.js'

const folder = fileURLToPath(new URL('../', import.meta.url))
const records = fileURLToPath(new URL('../../fixtures/availability/records/', import.meta.url))
const schemas = fileURLToPath(new URL('../../../docs/schema/', import.meta.url))
const plugin = fileURLToPath(new URL('../../harness-adapter/', import.meta.url))

const shared: BuildOptions = {
  absWorkingDir: folder,
  bundle: true,
  charset: 'utf8',
  logLevel: 'warning',
  conditions: ['@active-mode/source'],
}

/** Builds what lies beside the program: the page without its data, the contracts of the harness versions, the schemas of what it reads and prints, and the built plugin. */
const buildAssets = async (): Promise<void> => {
  const script = await build({
    ...shared,
    entryPoints: ['page/main.ts'],
    write: false,
    format: 'iife',
    target: 'es2022',
    platform: 'browser',
    minify: true,
  })
  const read = (name: string): string => readFileSync(`${folder}page/${name}`, 'utf8')
  const parts = {
    '/*active-mode-style*/': read('page.css'),
    '/*active-mode-script*/': (script.outputFiles[0]?.text ?? '').replaceAll('</', '<\\/'),
  }
  writeIfChanged(
    `${folder}dist/page.html`,
    Object.entries(parts).reduce((page, [slot, text]) => page.replace(slot, () => text), read('page.html')),
  )
  writeIfChanged(`${folder}dist/contracts.json`, JSON.stringify(contracts(), null, 2))
  for (const name of readdirSync(schemas))
    writeIfChanged(`${folder}dist/schema/${name}`, readFileSync(`${schemas}${name}`, 'utf8'))
  for (const name of ['dist/active-mode.js', 'dist/server.js', 'server.js'])
    writeIfChanged(`${folder}dist/plugin/${name}`, readFileSync(`${plugin}${name}`, 'utf8'))
  writeIfChanged(`${folder}dist/plugin/package.json`, `${JSON.stringify(pluginManifest(), null, 2)}\n`)
}

/** Of the plugin's package.json what a harness reads of a folder that its config names: 1.x `main`, 2.x nothing, since it takes server.js. */
const pluginManifest = (): object => {
  const { name, version, description, license, type, main } = JSON.parse(
    readFileSync(`${plugin}package.json`, 'utf8'),
  ) as Readonly<Record<string, string>>
  return { name, version, description, license, type, main }
}

/**
 * Bundles the tool into one ESM file, and the thread that reads a store into another; only the optional SQLite reader stays outside. The
 * plugin has to be built: its folder is shipped with it, for `active-mode install`.
 */
export const buildCli = async (): Promise<void> => {
  await buildAssets()
  // commander and the table are CommonJS and ask for node's modules.
  await bundle('src/cli.ts', 'dist/cli.js', {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  })
  // It begins soon and needs little memory, because it holds nothing else.
  await bundle('src/store/live/storeReader.ts', 'dist/storeReader.js')
}

const bundle = async (entry: string, file: string, banner: BuildOptions['banner'] = {}): Promise<void> => {
  const { outputFiles, metafile } = await build({
    ...shared,
    write: false,
    metafile: true,
    entryPoints: [entry],
    outfile: file,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // Whole licences are added below.
    legalComments: 'none',
    external: ['@photostructure/sqlite'],
    mainFields: ['module', 'main'],
    alias: { 'fp-ts/lib': 'fp-ts/es6', 'io-ts/lib': 'io-ts/es6' },
    banner,
  })
  const code = outputFiles.map(({ text }) => text).join('')
  writeIfChanged(resolve(folder, file), `${code}\n${bundledLicences(folder, Object.keys(metafile.inputs))}`)
}

const contracts = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(records)
      .filter((name) => name.endsWith('.json'))
      .map((name) => {
        const { harness, contract } = JSON.parse(readFileSync(`${records}${name}`, 'utf8')) as {
          harness: string
          contract: string
        }
        return [harness, contract]
      }),
  )

/** `tsx packages/cli/build/buildCli.ts`, after the plugin was built; importing it builds nothing. */
if (process.argv[1] === fileURLToPath(import.meta.url)) await buildCli()
