import type { Generation } from '../setup/HarnessSetup.js'
import type { SetupSettings } from '../setup/live/configSources.js'
import type { MachinePlugin } from './MachinePlugin.js'

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
