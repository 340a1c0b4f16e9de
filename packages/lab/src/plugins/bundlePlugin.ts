import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'
import { bundled } from '../../../../tools/build/bundle.js'
import type { DisturberSettings } from './disturber.js'
import type { FaultSettings } from './faults.js'
import type { GateSettings } from './gate.js'
import type { MeddlerSettings } from './meddler.js'
import type { Neighbour2Settings } from './neighbour2.js'
import type { OracleSettings } from './oracle.js'
import type { Oracle2Settings } from './oracle2.js'
import type { OverheadSettings } from './overhead.js'
import type { Overhead2Settings } from './overhead2.js'
import type { ProbeSettings } from './probe.js'
import type { Probe2Settings } from './probe2.js'
import type { ProbeMeddler2Settings } from './probeMeddler2.js'
import type { SoakNeighbour2Settings } from './soakNeighbour2.js'
import type { WindowSettings } from './window.js'

/** The plugins of this folder, which run inside the harness, and what each is told. */
export interface PluginSettings {
  readonly disturber: DisturberSettings
  readonly faults: FaultSettings
  readonly gate: GateSettings
  readonly lander: null
  readonly meddler: MeddlerSettings
  readonly neighbour2: Neighbour2Settings
  readonly oracle: OracleSettings
  readonly oracle2: Oracle2Settings
  readonly overhead: OverheadSettings
  readonly overhead2: Overhead2Settings
  readonly probe: ProbeSettings
  readonly probe2: Probe2Settings
  readonly probeMeddler2: ProbeMeddler2Settings
  readonly soakNeighbour2: SoakNeighbour2Settings
  readonly window: WindowSettings
}

const bundles = new Map<keyof PluginSettings, string>()

const bundle = (name: keyof PluginSettings): string => {
  const known = bundles.get(name)
  if (known !== undefined) return known
  const { outputFiles } = buildSync({
    ...bundled,
    // esbuild runs no plugins of its own where it is asked to answer at once; these sources use no io-ts.
    plugins: [],
    entryPoints: [fileURLToPath(new URL(`${name}.ts`, import.meta.url))],
    write: false,
  })
  const code = outputFiles.map(({ text }) => text).join('')
  bundles.set(name, code)
  return code
}

/**
 * A plugin of this folder as the source of one file. Its settings stand in front of its code: old versions of the harness hand no
 * options to a plugin. Each plugin is bundled once in a process.
 */
export const bundlePlugin = <N extends keyof PluginSettings>(name: N, settings: PluginSettings[N]): string =>
  `const pluginSettings = ${JSON.stringify(settings)}\n${bundle(name)}`
