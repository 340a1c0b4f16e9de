import { existsSync, readFileSync, statSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fieldsOf } from '../codec/storeTurns.js'

/** What a plugin's spec leads to. */
export type PluginTarget =
  | { readonly _tag: 'file'; readonly path: string }
  | { readonly _tag: 'package' }
  /** Nothing that the harness could load, and why. */
  | { readonly _tag: 'nowhere'; readonly why: string }

/** What the harness makes of a spec that stands in a config of `folder`: file URLs and paths are files, all else are packages. */
export const locatePlugin = (spec: string, folder: string): PluginTarget => {
  if (spec.startsWith('file://')) return locateUrl(spec)
  if (spec.startsWith('.') || isAbsolute(spec)) return { _tag: 'file', path: entryOf(resolve(folder, spec)) }
  return spec.startsWith('~') ? { _tag: 'nowhere', why: 'the harness does not expand ~ and takes this for the name of a package' } : { _tag: 'package' }
}

const locateUrl = (spec: string): PluginTarget => {
  try {
    return { _tag: 'file', path: entryOf(fileURLToPath(spec)) }
  } catch (error) {
    return { _tag: 'nowhere', why: `${spec} is no URL of a file (${error instanceof Error ? error.message : String(error)})` }
  }
}

/** The file of a plugin; of a folder, the one that its package.json names. */
const entryOf = (path: string): string => {
  if (!isFolder(path)) return path
  const main = mainOf(join(path, 'package.json'))
  return join(path, main ?? 'index.js')
}

const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory()

const mainOf = (file: string): string | null => {
  try {
    const { main } = fieldsOf(JSON.parse(readFileSync(file, 'utf8')))
    return typeof main === 'string' ? main : null
  } catch {
    return null
  }
}
