import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A copy of the last commit that can be built: its own sources, and the installed packages of the workspace by links. The workspace's
 * own packages are linked to the copy's, so that nothing of the original is built into it.
 */
export const copyTree = (root: string, copy: string): void => {
  const { status, stderr } = spawnSync('git', ['clone', '--quiet', '--shared', root, copy], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`git clone failed: ${stderr.trim()}`)
  const packages = readdirSync(join(copy, 'packages'))
  for (const folder of ['', ...packages.map((name) => join('packages', name))]) {
    const modules = join(root, folder, 'node_modules')
    if (!existsSync(modules)) continue
    mkdirSync(join(copy, folder, 'node_modules'))
    for (const entry of readdirSync(modules).filter((name) => !own.includes(name)))
      symlinkSync(join(modules, entry), join(copy, folder, 'node_modules', entry))
  }
  mkdirSync(join(copy, 'node_modules/@active-mode'))
  for (const name of packages) symlinkSync(join(copy, 'packages', name), join(copy, 'node_modules/@active-mode', name))
}

/** What of a `node_modules` is made for one checkout: caches, and the links to its packages. */
const own = ['.cache', '.vite', '.vite-temp', '@active-mode']
