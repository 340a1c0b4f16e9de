import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildCli } from '../../packages/cli/build/buildCli.js'
import { buildPlugin } from './buildPlugin.js'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The packages whose tarballs hold what the compiler made of them. */
const compiled = ['packages/core', 'packages/fixtures']

/** Builds everything that the tarballs hold: two compiled packages, the plugin in one file, and the tool in another. */
export const buildPackages = async (): Promise<void> => {
  run('node_modules/typescript/bin/tsc', '-b', ...compiled)
  compiled.forEach(removeStrays)
  await buildPlugin()
  await buildCli()
}

/** Packs the packages of this workspace, which have to be built, and answers with the paths of their tarballs by name. */
export const packPackages = (into: string): Readonly<Record<string, string>> => packed(into, ['--workspaces'])

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

/** The compiler leaves behind what it made of a source that is gone since, and a tarball must not ship that. */
const removeStrays = (folder: string): void => {
  const dist = join(root, folder, 'dist')
  readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:js|d\.ts)(?:\.map)?$/.test(file))
    .filter((file) => !existsSync(join(root, folder, 'src', file.replace(/\.(?:js|d\.ts)(?:\.map)?$/, '.ts'))))
    .forEach((file) => rmSync(join(dist, file)))
}

const run = (...command: ReadonlyArray<string>): void => {
  const { status } = spawnSync(process.execPath, command, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) throw new Error(`${command.join(' ')} failed`)
}
