import type { NamedPlugin } from '../setup/live/NamedPlugin.js'

/** A plugin that the harness on this machine is told to load: ours or a neighbour. */
export interface MachinePlugin extends NamedPlugin {
  /** What it is left out by: the file that it leads to, or its spec. The same file named twice is the same plugin. */
  readonly key: string
  readonly isOurs: boolean
  /** Whether it leads to a file that is there. */
  readonly isThere: boolean
}

/** How a person knows a plugin: the spec in the config, or the file in a plugin folder. */
export const pluginName = ({ spec }: Pick<MachinePlugin, 'spec'>): string => spec
