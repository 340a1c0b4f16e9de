import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { setVariable } from '@active-mode/harness-adapter/library'
import { fieldsOf, parseJson } from '../../Fields.js'
import { Refusal } from '../../Io.js'
import { namesIn, readTextOrNull } from '../../live/readOrNull.js'
import type { SetupSettings } from '../../setup/live/configSources.js'
import { sayError } from '../../show/text.js'

/** The one stable place of a user's installed plugin. */
export interface PluginPlace {
  /** The plugin's folder, which a config names. */
  readonly folder: string
  /** The same as a file URL. */
  readonly spec: string
  /** What `uninstall` has to know. */
  readonly records: string
}

/** Where the plugin of this user is installed, below `XDG_DATA_HOME`. */
export const pluginPlace = ({ env, home }: Pick<SetupSettings, 'env' | 'home'>): PluginPlace => {
  const folder = join(setVariable(env, 'XDG_DATA_HOME') ?? join(home, '.local', 'share'), 'active-mode', 'plugin')
  return { folder, spec: pathToFileURL(folder).href, records: join(dirname(folder), 'installed.json') }
}

/** Where a spec in a config of a folder leads; the name of a package leads nowhere. */
export const pathOf = (spec: string, from: string): string => {
  try {
    return spec.startsWith('file://') ? fileURLToPath(spec) : resolve(from, spec)
  } catch {
    return spec
  }
}

/** Whether a plugin that a config in a folder names is the installed one. */
export const leadsTo = ({ folder }: PluginPlace, spec: string, from: string): boolean =>
  `${pathOf(spec, from)}${sep}`.startsWith(`${folder}${sep}`)

/** The files of a plugin's folder, by their path in it. */
export type PluginFiles = ReadonlyMap<string, Buffer>

/** Reads the plugin that the build put beside the program. Throws a Refusal where it is missing. */
export const shippedPlugin = (assets: URL): PluginFiles => {
  const files = filesBelow(fileURLToPath(assets))
  if (!files.has('package.json') || !files.has(join('dist', 'server.js')))
    throw new Refusal(`${fileURLToPath(assets)} is missing; make it with: npm run build`)
  return files
}

/** Whether the folder holds these files and nothing else. */
export const holds = ({ folder }: PluginPlace, files: PluginFiles): boolean => {
  const there = filesBelow(folder)
  return there.size === files.size && [...files].every(([name, bytes]) => there.get(name)?.equals(bytes) === true)
}

/** Throws a Refusal where something else lies in the place of the plugin. */
export const refuseForeign = ({ folder }: PluginPlace): void => {
  if (statSync(folder, { throwIfNoEntry: false }) !== undefined && !isPlugin(folder))
    throw new Refusal(`${folder} holds something else than the plugin; move it away, and run this command again`)
}

/**
 * Puts the plugin's folder in its place, whole: a harness that starts meanwhile finds the old one or the new one. Answers with how to
 * take that back. Throws a Refusal where something else lies there, or nothing can be written.
 */
export const putPlugin = (place: PluginPlace, files: PluginFiles): (() => void) => {
  refuseForeign(place)
  const { folder } = place
  const previous = statSync(folder, { throwIfNoEntry: false }) === undefined ? null : filesBelow(folder)
  try {
    const made = mkdirSync(dirname(folder), { recursive: true })
    swapIn(folder, files, previous !== null)
    return () => {
      if (previous !== null) swapIn(folder, previous, true)
      else {
        rmSync(folder, { recursive: true, force: true })
        if (made !== undefined) rmdirSync(dirname(folder))
      }
    }
  } catch (error) {
    throw new Refusal(`the plugin cannot be put into ${folder} (${sayError(error)}); make its parent folder writable`)
  }
}

/** A folder cannot be replaced by one rename, so the old one steps aside, and comes back where the new one cannot take its place. */
const swapIn = (folder: string, files: PluginFiles, isThere: boolean): void => {
  const temporary = mkdtempSync(join(dirname(folder), '.plugin-'))
  const [next, last] = [join(temporary, 'next'), join(temporary, 'last')]
  try {
    for (const [name, bytes] of files) {
      mkdirSync(dirname(join(next, name)), { recursive: true })
      writeFileSync(join(next, name), bytes)
    }
    if (isThere) renameSync(folder, last)
    try {
      renameSync(next, folder)
    } catch (error) {
      if (isThere) renameSync(last, folder)
      throw error
    }
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

/** Removes the plugin's folder, and the one around it where nothing else is in it. */
export const removePlugin = ({ folder, records }: PluginPlace): void => {
  if (isPlugin(folder)) rmSync(folder, { recursive: true, force: true })
  rmSync(records, { force: true })
  if (namesIn(dirname(folder)).length === 0) rmSync(dirname(folder), { recursive: true, force: true })
}

/** Whether a plugin of ours, or nothing, is in a folder. */
export const isPlugin = (folder: string): boolean =>
  namesIn(folder).length === 0 ||
  fieldsOf(parseJson(readTextOrNull(join(folder, 'package.json')) ?? ''))['name'] === '@active-mode/harness-adapter'

const filesBelow = (folder: string): PluginFiles =>
  new Map(
    names(folder).flatMap((name) => {
      const path = join(folder, name)
      return statSync(path, { throwIfNoEntry: false })?.isFile() === true ? [[name, readFileSync(path)] as const] : []
    }),
  )

const names = (folder: string): ReadonlyArray<string> => {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()
  } catch {
    return []
  }
}
