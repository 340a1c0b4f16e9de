import { existsSync, readdirSync, statSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setVariable } from '@active-mode/harness-adapter/library'
import type { SetupSettings } from './configSources.js'
import { packageName, type PluginTarget } from './locatePlugin.js'

/** What a harness 2.x makes of a spec that stands in a config of `folder` (2.0.15): URLs and paths have to be folders, all else are packages. */
export const locatePlugin2 = (spec: string, folder: string, settings: SetupSettings): PluginTarget => {
  if (spec.startsWith('file://')) return locateUrl(spec)
  if (spec.startsWith('.') || isAbsolute(spec)) return targetOf(resolve(folder, spec))
  return { _tag: 'package', path: installed(spec, settings) }
}

/** The file that a folder of a plugin is loaded by; its package.json is not looked at. `null` where there is none. */
export const entryOf2 = (folder: string): string | null =>
  ['server.js', 'index.js'].map((name) => join(folder, name)).find((file) => existsSync(file)) ?? null

const targetOf = (path: string): PluginTarget => {
  if (!existsSync(path)) return { _tag: 'nowhere', why: 'it is not there' }
  if (!statSync(path).isDirectory())
    return {
      _tag: 'nowhere',
      why: 'a config of the harness 2.x has to name a folder; an entry that is a file is passed by without a word',
    }
  const entry = entryOf2(path)
  return entry === null
    ? {
        _tag: 'nowhere',
        why: 'the folder holds neither server.js nor index.js, and the harness 2.x passes such a folder by without a word',
      }
    : { _tag: 'file', path: entry }
}

const locateUrl = (spec: string): PluginTarget => {
  try {
    return targetOf(fileURLToPath(spec))
  } catch (error) {
    return {
      _tag: 'nowhere',
      why: `${spec} is not a URL of a file (${error instanceof Error ? error.message : String(error)})`,
    }
  }
}

/** A package lies below the cache, in a folder of the time when it was fetched; the newest counts. */
const installed = (spec: string, { env, home }: SetupSettings): string | null => {
  const name = packageName(spec)
  const version = spec.slice(name.length + 1)
  const folder = join(
    setVariable(env, 'XDG_CACHE_HOME') ?? join(home, '.cache'),
    'opencode',
    'npm',
    `${name}@${version === '' ? 'latest' : version}`,
  )
  const [newest] = namesIn(folder).toSorted().toReversed()
  if (newest === undefined) return null
  return (
    [join(folder, newest, 'node_modules', name), join(folder, newest)].map(entryOf2).find((entry) => entry !== null) ??
    null
  )
}

const namesIn = (folder: string): ReadonlyArray<string> => {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
