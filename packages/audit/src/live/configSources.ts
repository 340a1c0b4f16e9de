import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { setVariable } from '@active-mode/harness-adapter/library'

export interface SetupSettings {
  readonly env: NodeJS.ProcessEnv
  readonly home: string
  readonly directory: string
}

/** A place that the harness reads: a config file, a folder whose plugins and agents it loads, or a config in a variable. */
export type ConfigSource =
  | { readonly _tag: 'file'; readonly path: string }
  | { readonly _tag: 'folder'; readonly path: string }
  | { readonly _tag: 'inline'; readonly path: string; readonly text: string }

/** The folder of this person's own harness config. */
export const configFolder = ({ env, home }: Pick<SetupSettings, 'env' | 'home'>): string =>
  setVariable(env, 'OPENCODE_CONFIG_DIR') ?? ownFolder({ env, home })

/** Where the harness keeps that folder if nothing else is said. */
const ownFolder = ({ env, home }: Pick<SetupSettings, 'env' | 'home'>): string => join(setVariable(env, 'XDG_CONFIG_HOME') ?? join(home, '.config'), 'opencode')

const isOn = (env: NodeJS.ProcessEnv, name: string): boolean => ['1', 'true'].includes(env[name]?.toLowerCase() ?? '')

/**
 * Where the harness looks, in the order in which it does, so that what comes last decides (version 1.18.33). Of a project
 * it reads config files in the working folder and those above it, but plugins and agents in their `.opencode` folders only.
 */
export const configSources = (settings: SetupSettings): ReadonlyArray<ConfigSource> => {
  const { env, home, directory } = settings
  const own = ownFolder(settings)
  const explicit = setVariable(env, 'OPENCODE_CONFIG')
  const named = setVariable(env, 'OPENCODE_CONFIG_DIR')
  const inline = setVariable(env, 'OPENCODE_CONFIG_CONTENT')
  const projects = isOn(env, 'OPENCODE_DISABLE_PROJECT_CONFIG') ? [] : foldersOf(directory)
  const folders = new Set([...projects.map((path) => join(path, '.opencode')), join(home, '.opencode'), ...(named === undefined ? [] : [resolve(directory, named)])])
  return [
    ...['config.json', 'opencode.json', 'opencode.jsonc'].map((name) => file(join(own, name))),
    ...(explicit === undefined ? [] : [file(resolve(directory, explicit))]),
    ...projects.toReversed().flatMap(filesIn),
    folder(own),
    ...[...folders].flatMap((path) => (path === own ? filesIn(path) : [...filesIn(path), folder(path)])),
    ...(inline === undefined ? [] : [{ _tag: 'inline', path: join(directory, '$OPENCODE_CONFIG_CONTENT'), text: inline } as const]),
  ]
}

/** A folder and those above it, up to the root of its repository. */
const foldersOf = (path: string): ReadonlyArray<string> => [path, ...(dirname(path) === path || existsSync(join(path, '.git')) ? [] : foldersOf(dirname(path)))]

const file = (path: string): ConfigSource => ({ _tag: 'file', path })

const folder = (path: string): ConfigSource => ({ _tag: 'folder', path })

const filesIn = (path: string): ReadonlyArray<ConfigSource> => ['opencode.json', 'opencode.jsonc'].map((name) => file(join(path, name)))
