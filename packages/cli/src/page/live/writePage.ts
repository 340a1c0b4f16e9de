import { writeFileSync } from 'node:fs'
import { Refusal } from '../../live/Refusal.js'

/** Writes a page. Throws a Refusal where the disk refuses. */
export const writePage = (path: string, html: string): void => {
  try {
    writeFileSync(path, html)
  } catch (error) {
    throw new Refusal(
      `${path} cannot be written (${error instanceof Error ? error.message : String(error)}); give --html another path`,
    )
  }
}
