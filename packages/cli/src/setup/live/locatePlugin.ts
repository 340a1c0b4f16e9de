import { existsSync, statSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setVariable } from '@active-mode/harness-adapter/library'
import { fieldsOf, parseJson, textOf } from '../../Fields.js'
import { namesIn, readTextOrNull } from '../../live/readOrNull.js'
import type { Generation } from '../HarnessSetup.js'
import type { SetupSettings } from './configSources.js'

/** What a plugin's spec leads to. */
export type PluginTarget =
  | { readonly _tag: 'file'; readonly path: string }
  /** A package that the harness keeps, and its file; `null` where it is not installed. */
  | { readonly _tag: 'package'; readonly path: string | null }
  /** Nothing that the harness could load, and why. */
  | { readonly _tag: 'nowhere'; readonly why: string }

/**
 * What the harness makes of a spec in a config of `folder` (measured on 1.18.33 and 2.0.15). On 1.x file URLs and paths name a file, or a
 * folder whose package.json names one; on 2.x they have to name a folder. Everything else is a package.
 */
export const locatePlugin = (
  spec: string,
  folder: string,
  settings: SetupSettings,
  generation: Generation,
): PluginTarget => {
  if (spec.startsWith('file://')) return locateUrl(spec, generation)
  if (spec.startsWith('.') || isAbsolute(spec)) return targetOf(resolve(folder, spec), generation)
  return spec.startsWith('~') && generation === 1
    ? { _tag: 'nowhere', why: 'the harness does not expand ~ and takes this for the name of a package' }
    : { _tag: 'package', path: generation === 1 ? installed1(spec, settings) : installed2(spec, settings) }
}

const locateUrl = (spec: string, generation: Generation): PluginTarget => {
  try {
    return targetOf(fileURLToPath(spec), generation)
  } catch (error) {
    return {
      _tag: 'nowhere',
      why: `${spec} is not a URL of a file (${error instanceof Error ? error.message : String(error)})`,
    }
  }
}

const targetOf = (path: string, generation: Generation): PluginTarget => {
  if (generation === 1) return { _tag: 'file', path: isFolder(path) ? mainFileOf(path) : path }
  if (!existsSync(path)) return { _tag: 'nowhere', why: 'it is not there' }
  if (!isFolder(path))
    return { _tag: 'nowhere', why: 'a config of the harness 2.x has to name a folder; it skips a file silently' }
  const entry = serverFileOf(path)
  return entry === null
    ? {
        _tag: 'nowhere',
        why: 'the folder holds neither server.js nor index.js, and the harness 2.x skips such a folder silently',
      }
    : { _tag: 'file', path: entry }
}

const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory()

const mainFileOf = (folder: string): string => join(folder, mainOf(join(folder, 'package.json')) ?? 'index.js')

/** The file that a package.json names as its main one; `null` where it names none or cannot be read. */
export const mainOf = (file: string): string | null => textOf(fieldsOf(parseJson(readTextOrNull(file) ?? ''))['main'])

/** The file that 2.x loads of a plugin's folder; its package.json is not looked at. `null` where there is none. */
export const serverFileOf = (folder: string): string | null =>
  ['server.js', 'index.js'].map((name) => join(folder, name)).find((file) => existsSync(file)) ?? null

/** The name of a package without its version. */
export const packageName = (spec: string): string => spec.replace(/(?<=.)@.*$/, '')

/** The folder in which a generation keeps what it installed for the name of a package. */
export const installedFolder = (spec: string, settings: SetupSettings, generation: Generation): string =>
  join(cacheOf(settings), generation === 1 ? 'packages' : 'npm', withVersion(spec))

/** 1.x installs a package below its cache, in a folder named after the spec. */
const installed1 = (spec: string, settings: SetupSettings): string | null => {
  const folder = join(installedFolder(spec, settings, 1), 'node_modules', packageName(spec))
  return existsSync(folder) ? (isFolder(folder) ? mainFileOf(folder) : folder) : null
}

/** 2.x keeps a package below its cache, in a folder named after the time when it was fetched; the newest counts. */
const installed2 = (spec: string, settings: SetupSettings): string | null => {
  const folder = installedFolder(spec, settings, 2)
  const [newest] = namesIn(folder).toSorted().toReversed()
  if (newest === undefined) return null
  const places = [join(folder, newest, 'node_modules', packageName(spec)), join(folder, newest)]
  return places.map(serverFileOf).find((entry) => entry !== null) ?? null
}

const cacheOf = ({ env, home }: SetupSettings): string =>
  join(setVariable(env, 'XDG_CACHE_HOME') ?? join(home, '.cache'), 'opencode')

const withVersion = (spec: string): string => {
  const name = packageName(spec)
  const version = spec.slice(name.length + 1)
  return `${name}@${version === '' ? 'latest' : version}`
}
