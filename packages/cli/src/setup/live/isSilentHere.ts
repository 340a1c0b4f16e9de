import { lookAtRegistry } from '../../doctor/live/lookAtRegistry.js'
import type { Io } from '../../Io.js'
import { configuredOptions } from './configuredOptions.js'

/** Whether no registry is staged on this machine now, so that every agent is a copilot and nothing is logged. Runs no plugin. */
export const isSilentHere = async (io: Pick<Io, 'env' | 'home' | 'directory' | 'now'>): Promise<boolean> =>
  // A registry that an option names is never absent: where it is not there, that is logged.
  configuredOptions(io).registry === null && (await lookAtRegistry(undefined, io)).bundle._tag === 'absent'
