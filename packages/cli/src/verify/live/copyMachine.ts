import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { resolveRoot, setVariable } from '@active-mode/harness-adapter/library'
import { atExit } from '@active-mode/lab/harness'
import { elementsOf, type Fields, fieldsOf } from '../../Fields.js'
import type { Generation } from '../../setup/HarnessSetup.js'
import {
  configFolder,
  type ConfigSource,
  foldersOf,
  managedFolder,
  ownFolder,
  projectFolders,
  type SetupSettings,
} from '../../setup/live/configSources.js'
import { installedFolder } from '../../setup/live/locatePlugin.js'
import { namedIn } from '../../setup/live/NamedPlugin.js'
import { cleanConfig } from '../cleanConfig.js'
import { filterEnv } from '../filterEnv.js'
import type { MachinePlugin } from '../MachinePlugin.js'
import { standInConfig } from '../standInConfig.js'
import { copyMarkdown, copyRegistry, copyText, linkEntries, putText } from './copyFolder.js'
import { configOrRefuse, keyOf, sourcesOf } from './machinePlugins.js'

/** What is copied, and how. */
export interface CopyOptions {
  readonly settings: SetupSettings
  readonly generation: Generation
  readonly plugins: ReadonlyArray<MachinePlugin>
  /** The keys of plugins that the copy does not load. */
  readonly leaveOut: ReadonlyArray<string>
  /** The registry of `--registry`, an absolute path; it stands in place of the one that the config says. */
  readonly registry: string | null
  readonly modelUrl: string
}

/** A person's set-up in a temporary folder: what lies at `/x` at home lies at `ROOT/fs/x` there. */
export interface MachineCopy {
  readonly env: Readonly<Record<string, string>>
  readonly home: string
  readonly directory: string
  /** The registry that the config says, or that was asked for, as it is in the copy. */
  readonly registry: { readonly option: string | undefined; readonly path: string }
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
  const { settings, generation, plugins, registry: asked, modelUrl } = options
  const { env, home, directory } = settings
  const fs = join(root, 'fs')
  const at = (path: string): string => join(fs, path.replace(/^([A-Za-z]):/, '$1'))
  const leftOut: string[] = []

  const configured = plugins
    .filter(({ isOurs }) => isOurs)
    .map(({ options: given }) => fieldsOf(given)['registry'])
    .find((value): value is string => typeof value === 'string' && value !== '')
  const named =
    asked === null && configured !== undefined ? await resolveRoot({ ...settings, option: configured }) : null
  const usual = await resolveRoot(settings)
  if (asked === null) {
    if (named !== null) copyRegistry(named.path, at(named.path))
    copyRegistry(usual.path, at(usual.path))
  } else copyRegistry(asked, join(at(configFolder(settings)), 'modes'))

  /** The options of our own plugin, with paths of the copy: its log of decisions must not be a person's. */
  const optionsOf = (given: unknown): Fields => {
    const { registry } = fieldsOf(given)
    const kept = Object.entries(fieldsOf(given)).filter(([name]) => name !== 'decisionLog' && name !== 'registry')
    return {
      ...Object.fromEntries(kept),
      ...(named === null || registry === undefined ? {} : { registry: at(named.path) }),
    }
  }
  const entryOf = (entry: unknown, file: string): ReadonlyArray<unknown> => {
    const { package: inObject, options: ofObject } = fieldsOf(entry)
    const list = elementsOf(entry)
    const spec = typeof entry === 'string' ? entry : (list[0] ?? inObject)
    if (typeof spec !== 'string') return [entry]
    const plugin = namedIn({ spec, options: undefined, source: file }, settings, generation)
    const key = keyOf(plugin)
    if (options.leaveOut.includes(key)) return []
    const isOurs = plugins.some((each) => each.isOurs && each.key === key)
    const whole = spec.startsWith('.') ? resolve(dirname(file), spec) : spec
    const given = list.length > 1 ? list[1] : ofObject
    if (given === undefined) return [inObject === undefined ? whole : { package: whole }]
    const kept = isOurs ? optionsOf(given) : given
    return [inObject === undefined ? [whole, kept] : { package: whole, options: kept }]
  }
  const copyConfig = (config: Fields, file: string): Fields => {
    const clean = cleanConfig(config)
    leftOut.push(...clean.leftOut.map((place) => `${place} (${file})`))
    return Object.fromEntries(
      Object.entries(clean.config).map(([key, value]) => [
        key,
        key === 'plugin' || key === 'plugins'
          ? Array.isArray(value)
            ? value.flatMap((entry: unknown) => entryOf(entry, file))
            : value
          : key === 'instructions'
            ? elementsOf(value).flatMap((entry) => instruction(entry, settings))
            : value,
      ]),
    )
  }

  const cleanSettings = { ...settings, env: filterEnv(env) }
  const ownFile = join(generation === 1 ? ownFolder(settings) : configFolder(settings), 'opencode.json')
  const files = new Map<string, Fields>([[ownFile, {}]])
  let inline: Fields | null = null
  const take = (source: ConfigSource): void => {
    switch (source._tag) {
      case 'files':
        for (const path of source.paths)
          if (existsSync(path)) files.set(path, copyConfig(configOrRefuse(path, cleanSettings, generation), path))
        return
      case 'inline':
        inline = copyConfig(configOrRefuse(source, cleanSettings, generation), source.path)
        return
      case 'folder':
        copyConfigFolder(source.path, at(source.path), options.leaveOut)
    }
  }
  sourcesOf(settings, generation).forEach(take)
  for (const [path, config] of files)
    putText(
      at(path),
      JSON.stringify(path === ownFile ? { ...config, ...standInConfig(generation, modelUrl) } : config, null, 2),
    )

  for (const folder of [
    ownFolder(settings),
    configFolder(settings),
    ...projectFolders(settings),
    join(home, '.claude'),
  ])
    for (const name of ['AGENTS.md', 'CLAUDE.md', 'CONTEXT.md']) copyText(join(folder, name), at(join(folder, name)))
  for (const { spec, target } of plugins)
    if (target._tag === 'package') copyPackage(installedFolder(spec, settings, generation), at)

  for (const folder of [directory, home, join(root, 'tmp')].map((path, place) => (place === 2 ? path : at(path))))
    mkdirSync(folder, { recursive: true })
  const top = foldersOf(directory).at(-1) ?? directory
  putRepository(existsSync(join(top, '.git')) ? at(top) : fs)

  const folderOf = (name: string, ...usually: ReadonlyArray<string>): string =>
    at(setVariable(env, name) ?? join(home, ...usually))
  const stateDir = folderOf('XDG_STATE_HOME', '.local', 'state')
  const cacheDir = folderOf('XDG_CACHE_HOME', '.cache')
  // The two files keep older harnesses from asking for a list of models.
  putText(join(cacheDir, 'opencode', 'models.json'), '{}')
  putText(join(cacheDir, 'opencode', 'version'), '18')

  const copyEnv: Readonly<Record<string, string>> = {
    ...filterEnv(env),
    HOME: at(home),
    TMPDIR: join(root, 'tmp'),
    XDG_CONFIG_HOME: folderOf('XDG_CONFIG_HOME', '.config'),
    XDG_DATA_HOME: folderOf('XDG_DATA_HOME', '.local', 'share'),
    XDG_STATE_HOME: stateDir,
    XDG_CACHE_HOME: cacheDir,
    ...moved(env, 'OPENCODE_CONFIG', (path) => at(resolve(directory, path))),
    ...moved(env, 'OPENCODE_CONFIG_DIR', (path) => at(resolve(directory, path))),
    ...(inline === null ? {} : { OPENCODE_CONFIG_CONTENT: JSON.stringify(inline) }),
    ...offline,
    OPENCODE_TEST_MANAGED_CONFIG_DIR: at(managedFolder(settings)),
  }
  const option = named === null ? undefined : at(named.path)
  const inCopy = await resolveRoot({ option, env: copyEnv, home: at(home), directory: at(directory) })
  return {
    env: copyEnv,
    home: at(home),
    directory: at(directory),
    registry: { option, path: inCopy.path },
    stateDir,
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

const moved = (
  env: SetupSettings['env'],
  name: string,
  to: (path: string) => string,
): Readonly<Record<string, string>> => {
  const value = setVariable(env, name)
  return value === undefined ? {} : { [name]: to(value) }
}

/** What a config folder holds beside its config files: agents and commands are copied, plugins, tools and skills linked to. */
const copyConfigFolder = (from: string, to: string, leaveOut: ReadonlyArray<string>): void => {
  for (const name of ['agent', 'agents', 'command', 'commands']) copyMarkdown(join(from, name), join(to, name), true)
  for (const name of ['mode', 'modes']) copyMarkdown(join(from, name), join(to, name), false)
  for (const name of ['plugin', 'plugins'])
    linkEntries(join(from, name), join(to, name), (path) => !leaveOut.some((key) => isOf(key, path)))
  for (const name of ['tool', 'tools', 'skill', 'skills']) linkEntries(join(from, name), join(to, name), () => true)
}

/** A drop-in may be a folder, which its key leads into. */
const isOf = (key: string, path: string): boolean => key === path || dirname(key) === path

/** An address on the network is left out; a file is named by its whole path, since its folder is not copied. */
const instruction = (entry: unknown, { home, directory }: SetupSettings): ReadonlyArray<unknown> => {
  if (typeof entry !== 'string' || /^https?:/.test(entry)) return []
  return [entry.startsWith('~/') ? join(home, entry.slice(2)) : resolve(directory, entry)]
}

/** A package that the harness installed at home; the copy has no network to install it again. */
const copyPackage = (folder: string | null, at: (path: string) => string): void => {
  if (folder === null || !existsSync(folder) || existsSync(at(folder))) return
  mkdirSync(dirname(at(folder)), { recursive: true })
  cpSync(folder, at(folder), { recursive: true, verbatimSymlinks: true })
}

/** An empty repository: the harness looks for config in the folders above the project, and stops at its root. */
const putRepository = (folder: string): void => {
  putText(join(folder, '.git', 'HEAD'), 'ref: refs/heads/main\n')
  putText(join(folder, '.git', 'config'), '[core]\n\trepositoryformatversion = 0\n\tbare = false\n')
  for (const name of ['objects', 'refs']) mkdirSync(join(folder, '.git', name), { recursive: true })
}
