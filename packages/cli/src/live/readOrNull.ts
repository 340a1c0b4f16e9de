import { readdirSync, readFileSync } from 'node:fs'

/** The text of a file; `null` where it cannot be read. */
export const readTextOrNull = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

/** The names in a folder; `null` where it cannot be read. */
export const namesOrNull = (folder: string): ReadonlyArray<string> | null => {
  try {
    return readdirSync(folder)
  } catch {
    return null
  }
}

/** The names in a folder; none where it cannot be read. */
export const namesIn = (folder: string): ReadonlyArray<string> => namesOrNull(folder) ?? []
