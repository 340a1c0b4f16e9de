import { readFileSync } from 'node:fs'
import { Refusal } from '../Io.js'

/** Reads a file that the build puts beside the program. Throws a Refusal where it is missing. */
export const readAsset = (file: URL): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new Refusal(`${file.pathname} is missing; make it with: npm run build`)
  }
}
