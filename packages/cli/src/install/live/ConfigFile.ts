import { accessSync, constants, lstatSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { Refusal } from '../../Io.js'
import { sayError } from '../../show/text.js'
import type { PluginKey } from '../ConfigChange.js'
import { parseConfigText, specsOf, valueOf } from '../ConfigText.js'

/** A config file as it is now. */
export interface ConfigFile {
  /** As the harness finds it. */
  readonly file: string
  /** Where a link leads; the file itself where it is none. */
  readonly real: string
  /** `null` where there is none. */
  readonly text: string | null
}

/** Reads a config file that may be edited. Throws a Refusal where it cannot be read or understood. */
export const readConfigFile = (file: string): ConfigFile => {
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return { file, real: file, text: null }
  const real = orRefuse(() => realpathSync(file), `${file} is a link that leads nowhere; correct it or remove it`)
  if (!statSync(real).isFile()) throw new Refusal(`${file} is not a file; put the config of the harness there`)
  const text = orRefuse(() => readFileSync(real), `${file} cannot be read; make it readable for this user`)
  const decoded = orRefuse(
    () => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(text),
    `${file} is not UTF-8 text; save it as UTF-8`,
  )
  return { file, real, text: decoded }
}

/** Throws a Refusal where a file cannot be replaced, before anything is written. */
export const refuseReadOnly = ({ file, real, text }: ConfigFile): void => {
  const folder = existing(dirname(real))
  const isOpen = text === null || ((statSync(real).mode & 0o222) !== 0 && may(real, constants.W_OK))
  if (!isOpen) throw new Refusal(`${file} is read-only; make it writable, or name the plugin where it is made`)
  if (!may(folder, constants.W_OK | constants.X_OK))
    throw new Refusal(`${file} cannot be written, since its folder ${folder} is read-only; make the folder writable`)
}

/** The keys under which a config names plugins. Throws a Refusal where the config is none. */
export const keysIn = ({ file, text }: ConfigFile): ReadonlyArray<PluginKey> => {
  if (text === null || text.replace(/^\uFEFF/, '').trim() === '') return []
  const config = parseConfigText(text)
  if (E.isLeft(config))
    throw new Refusal(`${file} cannot be edited: ${config.left}; correct it, and run this command again`)
  return (['plugin', 'plugins'] as const).filter((key) => config.right.lists[key] !== null)
}

/** The plugins that a config names. */
export const specsIn = ({ text }: ConfigFile): ReadonlyArray<string> => (text === null ? [] : specsOf(valueOf(text)))

const may = (path: string, mode: number): boolean => {
  try {
    accessSync(path, mode)
    return true
  } catch {
    return false
  }
}

/** The folder itself, or the nearest one above it that is there. */
const existing = (folder: string): string =>
  statSync(folder, { throwIfNoEntry: false }) === undefined && dirname(folder) !== folder
    ? existing(dirname(folder))
    : folder

const orRefuse = <A>(read: () => A, why: string): A => {
  try {
    return read()
  } catch (error) {
    throw new Refusal(`${why} (${sayError(error).split(':')[0] ?? ''})`)
  }
}
