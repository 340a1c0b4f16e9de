import { existsSync } from 'node:fs'
import { decodeOptions, readRegistryOnce, type ResolvedRoot, resolveRoot } from '@active-mode/harness-adapter/library'
import type { Io } from '../../Io.js'
import type { SetupSettings } from './configSources.js'
import type { NamedPlugin } from './NamedPlugin.js'
import { readConfigured } from './readConfigured.js'

/** The plugin's options as the harness's config sets them. */
export type PluginOptions = ReturnType<typeof decodeOptions>['options']

/**
 * The options of the copy of the plugin that is loaded last, for commands that have to be quick: they read the harness's config files and do
 * not ask the harness, which takes seconds. A config that only the harness knows, such as one kept on a server, is not seen; `doctor` asks.
 */
export const configuredOptions = (settings: SetupSettings): PluginOptions => {
  const { plugins } = readConfigured(settings, 1)
  const isThere = ({ target }: NamedPlugin): boolean =>
    target._tag !== 'nowhere' && target.path !== null && existsSync(target.path)
  const last = plugins.findLast(isThere) ?? plugins.at(-1)
  if (last !== undefined) return decodeOptions(last.options).options
  // Of a harness 2.x the first copy is the one that is loaded.
  return decodeOptions(readConfigured(settings, 2).plugins.find(isThere)?.options).options
}

/** A registry as it is now, and where it lies. */
export interface RegistryLook extends Awaited<ReturnType<typeof readRegistryOnce>> {
  readonly root: ResolvedRoot
}

/** Reads the registry that `option` names, or else the one in the default place, as the plugin does. */
export const readRegistry = async (
  option: string | undefined,
  { env, home, directory, now }: Pick<Io, 'env' | 'home' | 'directory' | 'now'>,
): Promise<RegistryLook> => {
  const root = await resolveRoot({ option, env, home, directory })
  return { root, ...(await readRegistryOnce(root, now())) }
}

/** Whether this machine has no registry now, so that every agent is a copilot and nothing is logged. Runs no plugin. */
export const hasNoRegistry = async (io: Pick<Io, 'env' | 'home' | 'directory' | 'now'>): Promise<boolean> =>
  // A registry that an option names is never absent: where it is not there, that is logged.
  configuredOptions(io).registry === null && (await readRegistry(undefined, io)).bundle._tag === 'absent'
