import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildCli } from '../../packages/cli/build/buildCli.js'
import { buildPlugin } from './buildPlugin.js'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The packages whose tarballs hold what the compiler made of them. */
const compiled = ['packages/core', 'packages/fixtures']

/** Builds everything that the tarballs hold: two compiled packages, the plugin in one file, and the tool in another. */
export const buildPackages = async (): Promise<void> => {
  // The compiler would leave behind what it made of a source that is gone since, and a tarball must not ship that.
  for (const folder of compiled) rmSync(join(root, folder, 'dist'), { recursive: true, force: true })
  run('node_modules/typescript-7/bin/tsc', '-b', ...compiled)
  await buildPlugin()
  await buildCli()
}

/** The packages that are published. The lab is not. */
const published = [...compiled, 'packages/harness-adapter', 'packages/cli']

/** Packs the published packages, which have to be built, of this workspace or a copy, and answers with the paths of their tarballs by name. */
export const packPackages = (into: string, workspace = root): Readonly<Record<string, string>> =>
  packed(
    into,
    published.map((folder) => join(workspace, folder)),
  )

/** Packs an installed package again, so that it can be installed where no registry can be reached. */
export const packInstalled = (into: string, ...names: ReadonlyArray<string>): Readonly<Record<string, string>> =>
  packed(
    into,
    names.map((name) => join(root, 'node_modules', name)),
  )

const packed = (into: string, what: ReadonlyArray<string>): Readonly<Record<string, string>> => {
  const { stdout, stderr, status } = spawnSync(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--pack-destination', into, ...what],
    { cwd: root, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`npm pack failed: ${stderr}`)
  const tarballs: ReadonlyArray<{ readonly name: string; readonly filename: string }> = JSON.parse(stdout)
  return Object.fromEntries(tarballs.map(({ name, filename }) => [name, join(into, filename)]))
}

const run = (...command: ReadonlyArray<string>): void => {
  const { status } = spawnSync(process.execPath, command, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) throw new Error(`${command.join(' ')} failed`)
}
