import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import {
  fieldOf,
  manifestFile,
  markers,
  parseTomlFile,
  setVariable,
  Slug,
  stagingLockFile,
} from '@active-mode/harness-adapter/library'
import type { Io } from '../../Io.js'
import { namesIn, readTextOrNull } from '../../live/readOrNull.js'
import { foldersOf, ownFolder, type SetupSettings } from '../../setup/live/configSources.js'
import { readRegistry } from '../../setup/live/configuredOptions.js'
import type { BundleFault, RegistrySurroundings, RegistryView } from '../RegistryView.js'
import { bundleFaults } from './bundleFaults.js'

/** Looks once at the registry that `option` names, or at the one that the plugin reads if it names none. */
export const lookAtRegistry = async (
  option: string | undefined,
  io: Pick<Io, 'env' | 'home' | 'directory' | 'now'>,
): Promise<Omit<RegistryView, 'agents'>> => {
  const { root, ...look } = await readRegistry(option, io)
  return {
    path: root.path,
    passedOver: root.passedOver,
    ...look,
    stagingLock: readTextOrNull(join(root.path, stagingLockFile)),
    faults: new Map(
      notWhole(look).map((folder): readonly [string, ReadonlyArray<BundleFault>] => [
        folder,
        bundleFaults(root.path, folder),
      ]),
    ),
    ...lookAround(root.path, look.ignored, io, root.namedByOption),
  }
}

/** The folders of bundles that are broken, lack a part, or hold aliases, which have a file of their own. */
const notWhole = ({ bundle, unknownKeys }: Pick<RegistryView, 'bundle' | 'unknownKeys'>): ReadonlyArray<string> =>
  bundle._tag === 'staged'
    ? [
        ...bundle.broken.map(({ directory }) => directory),
        ...bundle.modes.flatMap(({ mode, pack, ledgerRule }) =>
          pack._tag === 'missing' || ledgerRule._tag === 'missing' || unknownKeys.includes(`${mode}/mode.toml: aliases`)
            ? [mode]
            : [],
        ),
      ]
    : []

/** Looks for bundles around a registry, in places where people put them and the plugin does not look. */
const lookAround = (
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

const looseIn = (root: string): RegistrySurroundings['loose'] => {
  const files = markers.filter((marker) => namesIn(root).includes(marker))
  return files.includes(manifestFile) || files.includes('pack.toml')
    ? { files, mode: modeOf(join(root, manifestFile)) }
    : null
}

const modeOf = (manifest: string): string | null => {
  try {
    const table = parseTomlFile(manifestFile, readFileSync(manifest))
    const mode = E.isRight(table) ? fieldOf(table.right, 'mode') : undefined
    return Slug.is(mode) ? mode : null
  } catch {
    return null
  }
}

const bundlesIn = (folder: string): ReadonlyArray<string> =>
  namesIn(folder).filter((name) => !name.startsWith('.') && holdsManifest(join(folder, name)))

const holdsManifest = (folder: string): boolean => namesIn(folder).includes('mode.toml')
