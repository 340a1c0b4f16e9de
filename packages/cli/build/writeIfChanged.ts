import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const textOf = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

/**
 * Writes a file whole or not at all, since a harness may be loading the one that was there; a file that would stay the same is not
 * touched, since a harness that watches it would load it anew.
 */
export const writeIfChanged = (file: string, text: string): void => {
  if (textOf(file) === text) return
  mkdirSync(dirname(file), { recursive: true })
  const half = `${file}.${process.pid}.tmp`
  writeFileSync(half, text)
  renameSync(half, file)
}
