import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifest } from './Manifest.js'
import { hasIdentity, type State } from './refusals.js'

/** The manifests of all packages of a workspace. */
export const readManifests = (root: string): ReadonlyArray<Manifest> =>
  readdirSync(join(root, 'packages')).map((name) =>
    JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8')),
  )

/** The state of a checkout, as far as a release depends on it. */
export const readState = (root: string): State => ({
  changed: changedFiles(root),
  changesets: readdirSync(join(root, '.changeset')).filter((name) => name.endsWith('.md') && name !== 'README.md'),
  manifests: readManifests(root),
  hasIdentity: hasIdentity(process.env),
})

const changedFiles = (root: string): ReadonlyArray<string> => {
  const { status, stdout, stderr } = spawnSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`git status failed: ${stderr.trim()}`)
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.slice(3))
}
