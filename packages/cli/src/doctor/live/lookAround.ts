import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { fieldOf, parseTomlFile, setVariable } from '@active-mode/harness-adapter/library'
import { foldersOf, ownFolder, type SetupSettings } from '../../setup/live/configSources.js'
import type { RegistrySurroundings } from '../RegistryView.js'

/** Looks for bundles around a registry, where people put them and nobody reads them. */
export const lookAround = (
  root: string,
  ignored: ReadonlyArray<string>,
  settings: SetupSettings,
  isNamed: boolean,
): RegistrySurroundings => ({
  loose: looseIn(root),
  tooDeep: ignored.flatMap((folder) => bundlesIn(join(root, folder)).map((name) => `${folder}/${name}`)),
  elsewhere: [...new Set(candidates(settings))].filter(
    (folder) => folder !== root && dirname(folder) !== root && (bundlesIn(folder).length > 0 || holdsManifest(folder)),
  ),
  variable: isNamed
    ? null
    : (['OPENCODE_CONFIG_DIR', 'XDG_CONFIG_HOME'].find((name) => setVariable(settings.env, name) !== undefined) ??
      null),
})

const candidates = (settings: SetupSettings): ReadonlyArray<string> => {
  const { env, home, directory } = settings
  const own = ownFolder(settings)
  const config = setVariable(env, 'OPENCODE_CONFIG_DIR')
  return [
    ...(config === undefined ? [] : [join(resolve(directory, config), 'modes')]),
    join(own, 'modes'),
    join(home, '.config', 'opencode', 'modes'),
    join(own, 'mode'),
    join(dirname(own), 'modes'),
    join(home, '.opencode', 'modes'),
    join(home, '.opencode', 'mode'),
    ...foldersOf(directory).flatMap((folder) => [
      join(folder, '.opencode', 'modes'),
      join(folder, '.opencode', 'mode'),
      join(folder, 'modes'),
    ]),
  ]
}

const markers = ['mode.toml', 'pack.toml', 'card.md']

const looseIn = (root: string): RegistrySurroundings['loose'] => {
  const files = markers.filter((marker) => namesIn(root).includes(marker))
  return files.includes('mode.toml') || files.includes('pack.toml')
    ? { files, mode: modeOf(join(root, 'mode.toml')) }
    : null
}

const modeOf = (manifest: string): string | null => {
  try {
    const table = parseTomlFile('mode.toml', readFileSync(manifest))
    const mode = E.isRight(table) ? fieldOf(table.right, 'mode') : undefined
    return typeof mode === 'string' && /^[a-z][a-z0-9-]*$/.test(mode) ? mode : null
  } catch {
    return null
  }
}

const bundlesIn = (folder: string): ReadonlyArray<string> =>
  namesIn(folder).filter((name) => !name.startsWith('.') && holdsManifest(join(folder, name)))

const holdsManifest = (folder: string): boolean => namesIn(folder).includes('mode.toml')

const namesIn = (folder: string): ReadonlyArray<string> => {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
