import { readFileSync } from 'node:fs'
import type { Contracts } from '../../setup/HarnessFound.js'

/** Reads what the availability fixture proved of each harness version. Without the file no version is known, which the doctor's finding then says. */
export const readContracts = (file: URL): Contracts => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Contracts
  } catch {
    return {}
  }
}
