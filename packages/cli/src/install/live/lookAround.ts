import { dirname } from 'node:path'
import type { Generation } from '../../setup/HarnessSetup.js'
import type { SetupSettings } from '../../setup/live/configSources.js'
import { readConfigured } from '../../setup/live/readConfigured.js'
import { loadNamed } from '../../setup/live/readSetup.js'
import type { Scope } from '../InstallRecord.js'
import type { InstallView, NamedCopy } from '../planInstall.js'
import { keysIn, readConfigFile } from './ConfigFile.js'
import { configTargets, scopeFiles } from './configTargets.js'
import { leadsTo, type PluginPlace } from './PluginPlace.js'

/**
 * Looks at what an install depends on. The harness's config files are read, and no harness is started; copies of the plugin are loaded
 * to see whether they load. Throws a Refusal where a config file that may be edited cannot be understood.
 */
export const lookAround = async (
  scope: Scope,
  generations: ReadonlyArray<Generation>,
  place: PluginPlace,
  settings: SetupSettings,
): Promise<InstallView> => {
  const copies = await Promise.all(([1, 2] as const).map((generation) => copiesOf(generation, place, settings)))
  const elsewhere = scope === 'project' ? [] : projectFiles(settings)
  return {
    generations,
    spec: place.spec,
    // That a project names the installed plugin does not mean that this user's other projects do; it is loaded once all the same.
    copies: copies.flat().filter(({ isInstalled, from }) => !(isInstalled && elsewhere.includes(from))),
    targets: configTargets(scope, settings, (file) => keysIn(readConfigFile(file))),
  }
}

const projectFiles = (settings: SetupSettings): ReadonlyArray<string> => {
  const own = scopeFiles('user', settings)
  return ([1, 2] as const).flatMap((generation) =>
    readConfigured(settings, generation).files.filter((file) => !own[1].includes(file) && !own[2].includes(file)),
  )
}

const copiesOf = (
  generation: Generation,
  place: PluginPlace,
  settings: SetupSettings,
): Promise<ReadonlyArray<NamedCopy>> =>
  Promise.all(
    readConfigured(settings, generation).plugins.map(async (plugin) => {
      const isInstalled = leadsTo(place, plugin.spec, dirname(plugin.from))
      return {
        generation,
        spec: plugin.spec,
        from: plugin.from,
        isInstalled,
        loads: isInstalled || (await loadNamed(plugin, generation)).loads?.ok === true,
      }
    }),
  )
