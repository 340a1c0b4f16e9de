import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readManifests } from './readState.js'
import { run } from './run.js'

const versionFile = 'packages/harness-adapter/src/environment/version.ts'

/** Applies the changesets of a workspace: versions, changelogs, the version that the plugin logs, the lock file. Gives the new version. */
export const applyChangesets = (root: string): string => {
  run(root, process.execPath, 'node_modules/@changesets/cli/bin.js', 'version')
  const [{ version } = { version: '' }] = readManifests(root)
  const file = join(root, versionFile)
  writeFileSync(file, raiseVersion(readFileSync(file, 'utf8'), version))
  run(root, 'npm', 'install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline')
  return version
}

/** The source of the plugin's version, with another one. */
export const raiseVersion = (source: string, version: string): string => source.replace(/'[^']*'/, () => `'${version}'`)
