import { fileURLToPath } from 'node:url'
import { recordsVariable } from '../../src/availability/index.js'

/**
 * Where the gate puts its records: no run of the tests writes a committed file. `undefined` where the folder is named by the
 * environment, or where the harness is doctored, which has a folder of its own.
 */
export const freshRecords = (doctor: string | undefined): string | undefined =>
  doctor !== undefined || process.env[recordsVariable]
    ? undefined
    : fileURLToPath(new URL('../../../../.untracked/availability', import.meta.url))
