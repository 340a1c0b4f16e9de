import { fileURLToPath } from 'node:url'
import { recordsVariable } from '../availability/writeRecord.js'

const committed = fileURLToPath(new URL('../../../fixtures/availability/records/', import.meta.url))

/** The folder of the recorded versions: the committed one, unless `$ACTIVE_MODE_AVAILABILITY_RECORDS` names another. */
export const recordsFolder = (environment: NodeJS.ProcessEnv = process.env): string =>
  environment[recordsVariable] || committed
