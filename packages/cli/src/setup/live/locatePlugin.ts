import { existsSync, readFileSync, statSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setVariable } from '@active-mode/harness-adapter/library'
import { fieldsOf } from '../../store/storeTurns.js'
import type { SetupSettings } from './configSources.js'

/** What a plugin's spec leads to. */
export type PluginTarget =
  | { readonly _tag: 'file'; readonly path: string }
  /** A package that the harness keeps, and its file; `null` where it is not installed. */
  | { readonly _tag: 'package'; readonly path: string | null }
  /** Nothing that the harness could load, and why. */
  | { readonly _tag: 'nowhere'; readonly why: string }

/** What the harness makes of a spec that stands in a config of `folder`: file URLs and paths are files, all else are packages. */
export const locatePlugin = (spec: string, folder: string, settings: SetupSettings): PluginTarget => {
  if (spec.startsWith('file://')) return locateUrl(spec)
  if (spec.startsWith('.') || isAbsolute(spec)) return { _tag: 'file', path: entryOf(resolve(folder, spec)) }
  return spec.startsWith('~')
    ? { _tag: 'nowhere', why: 'the harness does not expand ~ and takes this for the name of a package' }
    : { _tag: 'package', path: installed(spec, settings) }
}

/** The name of a package without its version. */
export const packageName = (spec: string): string => spec.replace(/(?<=.)@.*$/, '')

/** The file of a package where the harness installs it: below its cache, in a folder named after the spec (version 1.18.33). */
const installed = (spec: string, { env, home }: SetupSettings): string | null => {
  const name = packageName(spec)
  const version = spec.slice(name.length + 1)
  const cache = setVariable(env, 'XDG_CACHE_HOME') ?? join(home, '.cache')
  const folder = join(
    cache,
    'opencode',
    'packages',
    `${name}@${version === '' ? 'latest' : version}`,
    'node_modules',
    name,
  )
  return existsSync(folder) ? entryOf(folder) : null
}

const locateUrl = (spec: string): PluginTarget => {
  try {
    return { _tag: 'file', path: entryOf(fileURLToPath(spec)) }
  } catch (error) {
    return {
      _tag: 'nowhere',
      why: `${spec} is not a URL of a file (${error instanceof Error ? error.message : String(error)})`,
    }
  }
}

/** The file of a plugin; of a folder, the one that its package.json names. */
const entryOf = (path: string): string => {
  if (!isFolder(path)) return path
  const main = mainOf(join(path, 'package.json'))
  return join(path, main ?? 'index.js')
}

const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory()

/** The file that a package.json names as its main one; `null` where it names none or cannot be read. */
export const mainOf = (file: string): string | null => {
  try {
    const { main } = fieldsOf(JSON.parse(readFileSync(file, 'utf8')))
    return typeof main === 'string' ? main : null
  } catch {
    return null
  }
}
