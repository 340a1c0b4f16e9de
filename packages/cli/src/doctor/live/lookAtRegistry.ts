import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readRegistryOnce, resolveRoot } from '@active-mode/harness-adapter/library'
import type { Io } from '../../Io.js'
import type { BundleFault, RegistryView } from '../RegistryView.js'
import { bundleFaults } from './bundleFaults.js'
import { lookAround } from './lookAround.js'

/** Looks once at the registry that `option` names, or at the one that the plugin reads if it names none. */
export const lookAtRegistry = async (
  option: string | undefined,
  { env, home, directory, now }: Pick<Io, 'env' | 'home' | 'directory' | 'now'>,
): Promise<Omit<RegistryView, 'agents'>> => {
  const root = await resolveRoot({ option, env, home, directory })
  const look = await readRegistryOnce(root, now())
  return {
    path: root.path,
    passedOver: root.passedOver,
    ...look,
    hasStagingLock: existsSync(join(root.path, '.staging-lock.json')),
    faults: new Map(
      notWhole(look).map((folder): readonly [string, ReadonlyArray<BundleFault>] => [
        folder,
        bundleFaults(root.path, folder),
      ]),
    ),
    ...lookAround(root.path, look.ignored, { env, home, directory }, root.namedByOption),
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
