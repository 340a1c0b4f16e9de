import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setVariable } from '@active-mode/harness-adapter/library'
import { Refusal } from '../../Io.js'
import type { Generation } from '../../setup/HarnessSetup.js'
import { configFolder, isOn, ownFolder, projectFolders, type SetupSettings } from '../../setup/live/configSources.js'
import type { PluginKey } from '../ConfigChange.js'
import type { Scope } from '../InstallRecord.js'
import type { Target } from '../planInstall.js'

/** The config files of a scope that each generation reads, in the order in which it does. */
export type ScopeFiles = Readonly<Record<Generation, ReadonlyArray<string>>>

/** The config files that a person's own plugins, or those of the project around the working folder, may be named in. */
export const scopeFiles = (scope: Scope, settings: SetupSettings): ScopeFiles => {
  if (scope === 'project') {
    const files = projectOf(settings).flatMap((folder) => [...filesIn(folder), ...filesIn(join(folder, '.opencode'))])
    return { 1: files, 2: files }
  }
  const folder = resolve(settings.directory, configFolder(settings))
  const isMoved = setVariable(settings.env, 'OPENCODE_CONFIG_DIR') !== undefined
  return {
    1: isMoved ? filesIn(folder) : [join(ownFolder(settings), 'config.json'), ...filesIn(folder)],
    2: filesIn(folder),
  }
}

/** The keys of a config file; none where it is not there. */
export type KeysOf = (file: string) => ReadonlyArray<PluginKey>

/**
 * The config file that each generation's plugin is to be named in: the one that has its list already, since 1.x puts the files of a
 * person's own folder together so that the last list replaces those before it; else one that is there; else a new one.
 */
export const configTargets = (
  scope: Scope,
  settings: SetupSettings,
  keysOf: KeysOf,
): Readonly<Record<Generation, Target>> => {
  const files = scopeFiles(scope, settings)
  const root = scope === 'project' ? projectOf(settings).at(-1) : undefined
  const made = join(root ?? resolve(settings.directory, configFolder(settings)), 'opencode.json')
  const withKey = (all: ReadonlyArray<string>, keys: ReadonlyArray<PluginKey>): ReadonlyArray<string> =>
    all.filter((file) => keysOf(file).some((key) => keys.includes(key)))
  const there = (all: ReadonlyArray<string>): string | undefined =>
    all.find((file) => !file.endsWith('config.json') && existsSync(file))
  const first = withKey(files[1], ['plugin']).at(-1) ?? there(files[1]) ?? made
  const second =
    withKey(files[2], ['plugins', 'plugin']).at(-1) ??
    (files[2].includes(first) ? first : undefined) ??
    there(files[2]) ??
    made
  const target = (file: string, generation: Generation): Target => ({
    file,
    keys: keysOf(file),
    read: files[generation],
  })
  return { 1: target(first, 1), 2: target(second, 2) }
}

const filesIn = (folder: string): ReadonlyArray<string> =>
  ['opencode.json', 'opencode.jsonc'].map((name) => join(folder, name))

/** The folders of the project, from the working folder up to the root of its repository; outside of a repository the working folder alone. */
const projectOf = (settings: SetupSettings): ReadonlyArray<string> => {
  if (isOn(settings.env, 'OPENCODE_DISABLE_PROJECT_CONFIG'))
    throw new Refusal(
      'OPENCODE_DISABLE_PROJECT_CONFIG is set, so the harness reads no config of a project; unset it, or leave --project out',
    )
  const folders = projectFolders(settings)
  return existsSync(join(folders.at(-1) ?? settings.directory, '.git')) ? folders : [settings.directory]
}
