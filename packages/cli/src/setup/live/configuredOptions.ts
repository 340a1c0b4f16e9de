import { existsSync } from 'node:fs'
import { decodeOptions } from '@active-mode/harness-adapter/library'
import type { SetupSettings } from './configSources.js'
import { type NamedPlugin, readConfigured } from './readConfigured.js'
import { readConfigured2 } from './readConfigured2.js'

/** The plugin's options as the harness's config sets them. */
export type PluginOptions = ReturnType<typeof decodeOptions>['options']

/**
 * The options of the copy of the plugin that is loaded last, for commands that have to be quick: the harness's config files are read and the
 * harness is not asked, which takes seconds. What only the harness knows (a config that a server keeps) is not seen; `doctor` asks.
 */
export const configuredOptions = (settings: SetupSettings): PluginOptions => {
  const { plugins } = readConfigured(settings)
  const isThere = ({ target }: NamedPlugin): boolean =>
    target._tag !== 'nowhere' && target.path !== null && existsSync(target.path)
  const last = plugins.findLast(isThere) ?? plugins.at(-1)
  if (last !== undefined) return decodeOptions(last.options).options
  // Of a harness 2.x the first copy is the one that is loaded.
  return decodeOptions(readConfigured2(settings).plugins.find(isThere)?.options).options
}
