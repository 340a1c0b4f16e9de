import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { type ResolvedRoot, resolveRoot, setVariable } from '@active-mode/harness-adapter/library'
import { atExit } from '@active-mode/lab/harness'
import { fieldsOf } from '../../Fields.js'
import { configFolder, foldersOf, managedFolder, ownFolder, projectFolders } from '../../setup/live/configSources.js'
import { installedFolder } from '../../setup/live/locatePlugin.js'
import type { CopyOptions } from '../CopyOptions.js'
import { filterEnv } from '../filterEnv.js'
import { copyConfigs, type PathInCopy } from './copyConfigs.js'
import { copyRegistry, copyText, putRepository, putText } from './copyFolder.js'

/** A person's set-up in a temporary folder: what lies at `/x` at home lies at `ROOT/fs/x` there. */
export interface MachineCopy {
  readonly env: Readonly<Record<string, string>>
  readonly home: string
  readonly directory: string
  /** The registry that the config says, or that was asked for, as it is in the copy. */
  readonly registry: ResolvedRoot
  readonly stateDir: string
  /** What was left out of the configs, by file and place. */
  readonly leftOut: ReadonlyArray<string>
  /** A text with this user's own paths in place of those of the copy. */
  readonly movedBack: (text: string) => string
  readonly remove: () => void
}

/** Copies the harness's set-up of this user. Nothing outside of the temporary folder is written; plugins are not copied but linked to. */
export const copyMachine = async (options: CopyOptions): Promise<MachineCopy> => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'active-mode-verify-')))
  const remove = (): void => rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  const forget = atExit(remove)
  const removeNow = (): void => {
    remove()
    forget()
  }
  try {
    return { ...(await fill(root, options)), remove: removeNow }
  } catch (error) {
    removeNow()
    throw error
  }
}

const fill = async (root: string, options: CopyOptions): Promise<Omit<MachineCopy, 'remove'>> => {
  const { settings, generation, plugins } = options
  const { home, directory } = settings
  const fs = join(root, 'fs')
  const at: PathInCopy = (path) => join(fs, path.replace(/^([A-Za-z]):/, '$1'))

  const option = await copyRegistries(options, at)
  const { leftOut, inline } = copyConfigs(options, option ?? null, at)
  const folders = [ownFolder(settings), configFolder(settings), ...projectFolders(settings), join(home, '.claude')]
  for (const folder of folders)
    for (const name of ['AGENTS.md', 'CLAUDE.md', 'CONTEXT.md']) copyText(join(folder, name), at(join(folder, name)))
  for (const { spec, target } of plugins)
    if (target._tag === 'package') copyPackage(installedFolder(spec, settings, generation), at)

  for (const folder of [at(directory), at(home), join(root, 'tmp')]) mkdirSync(folder, { recursive: true })
  const top = foldersOf(directory).at(-1) ?? directory
  putRepository(existsSync(join(top, '.git')) ? at(top) : fs)
  const folderOf = (name: string, ...usually: ReadonlyArray<string>): string =>
    at(setVariable(settings.env, name) ?? join(home, ...usually))
  // The two files keep older harnesses from asking for a list of models.
  for (const [name, text] of [
    ['models.json', '{}'],
    ['version', '18'],
  ] as const)
    putText(join(folderOf('XDG_CACHE_HOME', '.cache'), 'opencode', name), text)

  const env: Readonly<Record<string, string>> = {
    ...filterEnv(settings.env),
    ...offline,
    HOME: at(home),
    TMPDIR: join(root, 'tmp'),
    XDG_CONFIG_HOME: folderOf('XDG_CONFIG_HOME', '.config'),
    XDG_DATA_HOME: folderOf('XDG_DATA_HOME', '.local', 'share'),
    XDG_STATE_HOME: folderOf('XDG_STATE_HOME', '.local', 'state'),
    XDG_CACHE_HOME: folderOf('XDG_CACHE_HOME', '.cache'),
    ...Object.fromEntries(
      ['OPENCODE_CONFIG', 'OPENCODE_CONFIG_DIR'].flatMap((name) => {
        const path = setVariable(settings.env, name)
        return path === undefined ? [] : [[name, at(resolve(directory, path))]]
      }),
    ),
    ...(inline === null ? {} : { OPENCODE_CONFIG_CONTENT: JSON.stringify(inline) }),
    OPENCODE_TEST_MANAGED_CONFIG_DIR: at(managedFolder(settings)),
  }
  return {
    env,
    home: at(home),
    directory: at(directory),
    registry: await resolveRoot({ option, env, home: at(home), directory: at(directory) }),
    stateDir: folderOf('XDG_STATE_HOME', '.local', 'state'),
    leftOut,
    movedBack: (text) => text.replaceAll(fs, ''),
  }
}

/** Nothing is fetched and nothing is looked up: a start waits for that, and at home it was done already. */
const offline: Readonly<Record<string, string>> = {
  OPENCODE_DISABLE_MODELS_FETCH: '1',
  OPENCODE_DISABLE_AUTOUPDATE: '1',
  OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
  OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
  NO_PROXY: '127.0.0.1,localhost',
  npm_config_offline: 'true',
  npm_config_fetch_retries: '0',
  BUN_CONFIG_REGISTRY: 'http://127.0.0.1:9/',
}

/**
 * Copies the registry that is meant, and the one in the usual place, which a copy of the plugin without options reads. What comes back is the
 * option `registry` of the plugin in the copy; one that was asked for lies in the usual place there.
 */
const copyRegistries = async (
  { settings, plugins, registry: asked }: CopyOptions,
  at: PathInCopy,
): Promise<string | undefined> => {
  if (asked !== null) {
    copyRegistry(asked, join(at(configFolder(settings)), 'modes'))
    return undefined
  }
  const usual = await resolveRoot(settings)
  copyRegistry(usual.path, at(usual.path))
  const configured = plugins
    .filter(({ isOurs }) => isOurs)
    .map(({ options: given }) => fieldsOf(given)['registry'])
    .find((value): value is string => typeof value === 'string' && value !== '')
  if (configured === undefined) return undefined
  const { path } = await resolveRoot({ ...settings, option: configured })
  copyRegistry(path, at(path))
  return at(path)
}

/** A package that the harness installed at home; the copy has no network to install it again. */
const copyPackage = (folder: string, at: PathInCopy): void => {
  if (!existsSync(folder) || existsSync(at(folder))) return
  mkdirSync(dirname(at(folder)), { recursive: true })
  cpSync(folder, at(folder), { recursive: true, verbatimSymlinks: true })
}
