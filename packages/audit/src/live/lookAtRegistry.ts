import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readRegistryOnce, resolveRoot } from '@active-mode/harness-adapter/library'
import type { RegistryView } from '../model/RegistryView.js'
import type { Io } from '../port/Io.js'

/** Looks once at the registry that `option` names, or at the one that the plugin reads if it names none. */
export const lookAtRegistry = async (option: string | undefined, { env, home, directory, now }: Pick<Io, 'env' | 'home' | 'directory' | 'now'>): Promise<Omit<RegistryView, 'agents'>> => {
  const root = await resolveRoot({ option, env, home, directory })
  return { path: root.path, passedOver: root.passedOver, ...(await readRegistryOnce(root, now())), hasStagingLock: existsSync(join(root.path, '.staging-lock.json')) }
}
