import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { setVariable } from '@active-mode/harness-adapter/library'

export interface SetupSettings {
  readonly env: NodeJS.ProcessEnv
  readonly home: string
  readonly directory: string
}

/** A place that the harness reads. */
export type ConfigSource =
  /** Config files that are put together to one before anything else: of a list, such as that of the plugins, the last file's replaces those before it. */
  | { readonly _tag: 'files'; readonly paths: ReadonlyArray<string> }
  /** A folder whose plugins and agents it loads. */
  | { readonly _tag: 'folder'; readonly path: string }
  /** A config in a variable. */
  | { readonly _tag: 'inline'; readonly path: string; readonly text: string }

/** The folder of this user's own harness config. */
export const configFolder = ({ env, home }: Pick<SetupSettings, 'env' | 'home'>): string =>
  setVariable(env, 'OPENCODE_CONFIG_DIR') ?? ownFolder({ env, home })

/** The file in it that a user's own plugins are named in. */
export const ownConfigFile = (settings: Pick<SetupSettings, 'env' | 'home'>): string =>
  join(configFolder(settings), 'opencode.json')

/** Where the harness keeps that folder if nothing else is said; it is read even where something else is. */
export const ownFolder = ({ env, home }: Pick<SetupSettings, 'env' | 'home'>): string =>
  join(setVariable(env, 'XDG_CONFIG_HOME') ?? join(home, '.config'), 'opencode')

/** Whether a switch of the harness is on. */
export const isOn = (env: NodeJS.ProcessEnv, name: string): boolean =>
  ['1', 'true'].includes(env[name]?.toLowerCase() ?? '')

/** Where the administrator of a machine keeps what goes before every person's config. The variable is the harness's own, for its tests. */
export const managedFolder = ({ env }: SetupSettings): string =>
  setVariable(env, 'OPENCODE_TEST_MANAGED_CONFIG_DIR') ??
  (process.platform === 'darwin'
    ? '/Library/Application Support/opencode'
    : process.platform === 'win32'
      ? join(setVariable(env, 'ProgramData') ?? 'C:\\ProgramData', 'opencode')
      : '/etc/opencode')

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
  const projects = projectFolders(settings)
  const folders = new Set([
    ...projects.map((path) => join(path, '.opencode')),
    join(home, '.opencode'),
    ...(named === undefined ? [] : [resolve(directory, named)]),
  ])
  return [
    files(['config.json', 'opencode.json', 'opencode.jsonc'].map((name) => join(own, name))),
    ...(explicit === undefined ? [] : [files([resolve(directory, explicit)])]),
    ...projects.toReversed().flatMap(filesIn),
    folder(own),
    ...[...folders].flatMap((path) => (path === own ? filesIn(path) : [...filesIn(path), folder(path)])),
    ...(inline === undefined
      ? []
      : [{ _tag: 'inline', path: join(directory, '$OPENCODE_CONFIG_CONTENT'), text: inline } as const]),
    ...filesIn(managedFolder(settings)),
  ]
}

/** The folders of the project, from the working folder up; none where the harness is set to ignore them. */
export const projectFolders = ({ env, directory }: SetupSettings): ReadonlyArray<string> =>
  isOn(env, 'OPENCODE_DISABLE_PROJECT_CONFIG') ? [] : foldersOf(directory)

/** A folder and those above it, up to the root of its repository. */
export const foldersOf = (path: string): ReadonlyArray<string> => [
  path,
  ...(dirname(path) === path || existsSync(join(path, '.git')) ? [] : foldersOf(dirname(path))),
]

const files = (paths: ReadonlyArray<string>): ConfigSource => ({ _tag: 'files', paths })

const folder = (path: string): ConfigSource => ({ _tag: 'folder', path })

const filesIn = (path: string): ReadonlyArray<ConfigSource> =>
  ['opencode.json', 'opencode.jsonc'].map((name) => files([join(path, name)]))
