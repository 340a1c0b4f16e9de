import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packPackages } from './build/buildPackages.js'
import { npmCommand, runNpm } from './build/npmCommand.js'
import { tarballFaults } from './build/tarballFaults.js'
import { applyChangesets } from './release/applyChangesets.js'
import { copyTree } from './release/copyTree.js'
import { missingFields } from './release/Manifest.js'
import { readManifests, readState } from './release/readState.js'
import { refusalsOf, type State, type Step } from './release/refusals.js'
import { releaseOrder } from './release/releaseOrder.js'
import { CommandFailed, run } from './release/run.js'

/*
 * `npm run release`: what docs/releasing.md says. A dry run does everything but the publishing, in a copy of the last commit, and leaves
 * this checkout as it is.
 */

interface Options {
  readonly dryRun?: true
  readonly prepare?: true
  readonly check: boolean
}

const root = fileURLToPath(new URL('../', import.meta.url))

const say = (line: string): void => console.error(`release: ${line}`)

/** Publishes the packages that were built in a workspace, in their order; in a dry run only as far as npm does so by itself. */
const publish = async (workspace: string, into: string, dryRun: boolean): Promise<ReadonlyArray<string>> => {
  const tarballs = packPackages(into, workspace)
  for (const [name, path] of Object.entries(tarballs)) {
    const faults = await tarballFaults(path)
    if (faults.length > 0) throw new CommandFailed(`the tarball of ${name} is not clean: ${faults.join('\n')}`)
  }
  say(`${String(Object.keys(tarballs).length)} tarballs are clean for publint and attw`)
  const manifests = readManifests(workspace)
  const order = releaseOrder(manifests) ?? []
  for (const name of order) {
    // A release that failed half-way is run again, and what is out cannot be replaced.
    if (!dryRun && isOut(name, manifests[0]?.version ?? '')) {
      say(`${name} is out already`)
      continue
    }
    say(`npm publish ${dryRun ? '--dry-run ' : ''}${name}`)
    run(into, 'npm', 'publish', tarballs[name] ?? name, '--loglevel=warn', ...(dryRun ? ['--dry-run'] : []))
  }
  return order
}

/** Whether the registry has that version of a package. A package that it does not know at all is an error of npm, and not out. */
const isOut = (name: string, version: string): boolean =>
  spawnSync('npm', ['view', `${name}@${version}`, 'version'], { encoding: 'utf8' }).stdout.trim() === version

/** What is missing in the manifests of the published packages, by package. */
const missing = (manifests: State['manifests']): Readonly<Record<string, ReadonlyArray<string>>> =>
  Object.fromEntries(
    manifests
      .filter((manifest) => manifest.private !== true && missingFields(manifest).length > 0)
      .map((manifest) => [manifest.name, missingFields(manifest)]),
  )

const inFolder = async <A>(use: (folder: string) => Promise<A>): Promise<A> => {
  const folder = mkdtempSync(join(tmpdir(), 'active-mode-release-'))
  try {
    return await use(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const rehearse = (state: State): Promise<object> =>
  inFolder(async (folder) => {
    const copy = join(folder, 'copy')
    copyTree(root, copy)
    const version = state.changesets.length > 0 ? applyChangesets(copy) : state.manifests[0]?.version
    say(`${String(state.changesets.length)} changesets applied to a copy: version ${String(version)}`)
    run(copy, 'npm', 'run', '--silent', 'build')
    const order = await publish(copy, folder, true)
    const lacking = missing(state.manifests)
    for (const [name, fields] of Object.entries(lacking))
      say(`missing in ${name}: ${fields.join(', ')} (docs/releasing.md)`)
    if (!state.hasIdentity) say('missing: a CI job that can prove who it is, for provenance (docs/releasing.md)')
    return { version, order, missing: lacking, identity: state.hasIdentity }
  })

const steps: Readonly<Record<Step, (state: State) => Promise<object>>> = {
  'dry-run': rehearse,
  prepare: async () => ({ version: applyChangesets(root) }),
  publish: (state) =>
    inFolder(async (folder) => {
      run(root, 'npm', 'run', '--silent', 'build')
      const published = await publish(root, folder, false)
      run(root, process.execPath, 'node_modules/@changesets/cli/bin.js', 'tag')
      return { version: state.manifests[0]?.version, published }
    }),
}

const release = async ({ dryRun, prepare, check }: Options): Promise<void> => {
  const step: Step = dryRun ? 'dry-run' : prepare ? 'prepare' : 'publish'
  const state = readState(root)
  const refusals = refusalsOf(step, state)
  refusals.forEach(say)
  if (refusals.length > 0) process.exitCode = 1
  else
    try {
      // A step that only writes versions is looked at before it is committed, and checked then.
      if (step !== 'prepare' && check) run(root, 'npm', 'test')
      console.log(JSON.stringify(await steps[step](state)))
    } catch (error) {
      if (!(error instanceof CommandFailed)) throw error
      say(error.message)
      process.exitCode = 1
    }
}

const command = npmCommand(
  'release',
  'Publishes the packages, in the order in which they need each other; docs/releasing.md says when. The last line is one JSON object. Exit 1: it was refused, or a check failed. Exit 2: usage.',
)
  .option(
    '--dry-run',
    'rehearse everything in a copy of the last commit, with the changesets applied, and publish nothing',
  )
  .option('--prepare', 'apply the changesets here: versions, changelogs, lock file; you commit them')
  .option('--no-check', 'with --dry-run: without npm test before it')

command.action(async (options: Options) => {
  if (options.dryRun && options.prepare) command.error('--dry-run and --prepare do not go together')
  if (!options.check && !options.dryRun) command.error('--no-check needs --dry-run')
  await release(options)
})

await runNpm(command)
