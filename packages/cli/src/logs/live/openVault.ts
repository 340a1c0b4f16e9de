import { existsSync } from 'node:fs'
import { Refusal } from '../../live/Refusal.js'

/** Makes sure that a vault is there. Throws a Refusal where it is not. */
export const openVault = (path: string): string => {
  if (!existsSync(path)) throw new Refusal(`${path} is not there; --vault names the folder that holds sessions/`)
  return path
}
