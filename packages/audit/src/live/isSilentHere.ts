import { decodeOptions } from '@active-mode/harness-adapter/library'
import type { Io } from '../port/Io.js'
import { lookAtRegistry } from './lookAtRegistry.js'
import { readConfigured } from './readSetup.js'

/** Whether no registry is staged on this machine now, so that every agent is a copilot and nothing is logged. Runs no plugin. */
export const isSilentHere = async (io: Pick<Io, 'env' | 'home' | 'directory' | 'now'>): Promise<boolean> => {
  const named = readConfigured(io).plugins.flatMap(({ options }) => decodeOptions(options).options.registry ?? [])
  // A registry that an option names is never absent: where it is not there, that is logged.
  return named.length === 0 && (await lookAtRegistry(undefined, io)).bundle._tag === 'absent'
}
