import { readFileSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { parse, type ParseError, printParseErrorCode } from 'jsonc-parser'
import { type Fields, fieldsOf } from '../../Fields.js'
import type { Generation } from '../HarnessSetup.js'
import type { SetupSettings } from './configSources.js'

/** Reads a config file as the harness does: a byte order mark, comments and trailing commas are fine. The error is one line without any of the text. */
export const readConfigFile = (
  file: string,
  settings: SetupSettings,
  generation: Generation,
): E.Either<string, Fields> => {
  try {
    return parseConfig(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''), dirname(file), settings, generation)
  } catch (error) {
    return E.left(error instanceof Error ? error.message : String(error))
  }
}

/** A config's text, with `{env:NAME}` and `{file:PATH}` replaced; a file is looked for from `folder` on. */
export const parseConfig = (
  text: string,
  folder: string,
  settings: SetupSettings,
  generation: Generation,
): E.Either<string, Fields> => {
  const whole = substitute(text, folder, settings)
  if (whole === null) return E.left('a {file:…} in it names a file that is not there or cannot be read')
  if (whole.trim() === '') return E.right({})
  const errors: ParseError[] = []
  const config = fieldsOf(parse(whole, errors, { allowTrailingComma: true }))
  const [error] = errors
  if (error !== undefined) return E.left(`${printParseErrorCode(error.error)} at character ${error.offset}`)
  // What generation 2 cannot use of a config it leaves out.
  return generation === 1 ? pluginFault(config['plugin'], config) : E.right(config)
}

const pluginFault = (plugins: unknown, config: Fields): E.Either<string, Fields> => {
  const wrong = Array.isArray(plugins)
    ? plugins.findIndex((entry: unknown) => typeof entry !== 'string' && !Array.isArray(entry))
    : -1
  return plugins !== undefined && !Array.isArray(plugins)
    ? E.left('plugin: expected array')
    : wrong >= 0
      ? E.left(`plugin.${wrong}: expected string | array`)
      : E.right(config)
}

/** Variables that are not set are empty, and a file that is named in a comment is not looked for (version 1.18.33). */
const substitute = (text: string, folder: string, { env, home }: SetupSettings): string | null => {
  const named = text.replace(/\{env:([^}]+)\}/g, (_, name: string) => env[name] ?? '')
  try {
    return named.replace(/\{file:([^}]+)\}/g, (whole, name: string, at: number) =>
      named
        .slice(named.lastIndexOf('\n', at) + 1, at)
        .trimStart()
        .startsWith('//')
        ? whole
        : JSON.stringify(readFileSync(pathOf(name, folder, home), 'utf8').trim()).slice(1, -1),
    )
  } catch {
    return null
  }
}

const pathOf = (name: string, folder: string, home: string): string =>
  name.startsWith('~/') ? join(home, name.slice(2)) : isAbsolute(name) ? name : resolve(folder, name)
